"""A congestion-control laboratory: TCP simulated packet by packet.

A run is a function of one document. The same document gives the same digest here, on the command line and in the page::

    import droptail

    scenario = droptail.Scenario("one-reno.json")
    run = droptail.run(scenario, until=30, series=["flows/*/cwnd"])
    run.results["jain"], run.digest, run.series["flows/f1/cwnd"].to_pandas()

Times are in seconds of simulated time, rates in Mb/s, delays in ms, windows and queues in packets, unless a name says otherwise.
"""

from ._documents import Experiment, Scenario, catalogue, schema
from ._engine import MODEL_VERSION, __version__
from ._errors import DocumentError, DroptailError, FolderError, Problem
from ._runs import Run, Simulation, Snapshot, run
from ._sweeps import Sweep, merge, read_parts, sweep

__all__ = [
    "MODEL_VERSION",
    "DocumentError",
    "DroptailError",
    "Experiment",
    "FolderError",
    "Problem",
    "Run",
    "Scenario",
    "Simulation",
    "Snapshot",
    "Sweep",
    "__version__",
    "catalogue",
    "merge",
    "read_parts",
    "run",
    "schema",
    "sweep",
]
