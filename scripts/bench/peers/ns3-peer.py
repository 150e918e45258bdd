"""A scenario of the benchmark in ns-3, to compare speeds: LinuxReno flows with SACK and separate hosts over one bottleneck.

    ns3-peer.py FLOWS ACCESS_MBPS CORE_MBPS BUFFER_PACKETS SECONDS

Prints full packets whose data reached applications, and processor time in seconds, as JSON. Needs the package ns3 of PyPI. The time is that of the
simulation alone, because building the network from Python compiles calls of C++.
"""

import json
import sys
import time

from ns import ns

# As in engine-wasm/bench/src/scenarios.rs.
MSS = 1448
ACCESS_DELAY_MS = 1
CORE_DELAY_MS = 18
ROOMY_PACKETS = 100_000
# Larger than any window here.
SOCKET_BYTES = 1 << 26
PORT = 5000


def defaults():
    """A stack like that of the benchmark: an ACK for each packet, buffers that do not limit the window."""
    ns.Config.SetDefault("ns3::TcpL4Protocol::SocketType", ns.StringValue("ns3::TcpLinuxReno"))
    for name, value in {
        "SegmentSize": MSS,
        "DelAckCount": 1,
        "InitialCwnd": 10,
        "SndBufSize": SOCKET_BYTES,
        "RcvBufSize": SOCKET_BYTES,
    }.items():
        ns.Config.SetDefault(f"ns3::TcpSocket::{name}", ns.UintegerValue(value))


def connect(nodes, addresses, mbps, delay_ms, limits):
    """Connects two nodes; limits are the queues of both directions in packets. Returns the interfaces."""
    link = ns.PointToPointHelper()
    link.SetDeviceAttribute("DataRate", ns.StringValue(f"{mbps}Mbps"))
    link.SetChannelAttribute("Delay", ns.StringValue(f"{delay_ms}ms"))
    pair = ns.NodeContainer()
    for node in nodes:
        pair.Add(node)
    devices = link.Install(pair)
    interfaces = addresses.Assign(devices)
    addresses.NewNetwork()
    # The queue is that of the device alone.
    ns.TrafficControlHelper().Uninstall(devices)
    for number, limit in enumerate(limits):
        queue = devices.Get(number).GetObject[ns.PointToPointNetDevice]().GetQueue()
        queue.SetMaxSize(ns.QueueSize(f"{limit}p"))
    return interfaces


def main():
    flows, access_mbps, core_mbps, buffer_packets = (int(float(arg)) for arg in sys.argv[1:5])
    seconds = float(sys.argv[5])
    defaults()
    routers, senders, receivers = ns.NodeContainer(), ns.NodeContainer(), ns.NodeContainer()
    routers.Create(2)
    senders.Create(flows)
    receivers.Create(flows)
    stack = ns.InternetStackHelper()
    for group in (routers, senders, receivers):
        stack.Install(group)
    addresses = ns.Ipv4AddressHelper()
    addresses.SetBase(ns.Ipv4Address("10.0.0.0"), ns.Ipv4Mask("255.255.255.252"))
    core = [routers.Get(0), routers.Get(1)]
    connect(core, addresses, core_mbps, CORE_DELAY_MS, (buffer_packets, ROOMY_PACKETS))
    roomy = (ROOMY_PACKETS, ROOMY_PACKETS)
    sinks = []
    for i in range(flows):
        connect([senders.Get(i), core[0]], addresses, access_mbps, ACCESS_DELAY_MS, roomy)
        out = connect([core[1], receivers.Get(i)], addresses, access_mbps, ACCESS_DELAY_MS, roomy)
        here = ns.InetSocketAddress(ns.Ipv4Address.GetAny(), PORT).ConvertTo()
        sinks.append(ns.PacketSinkHelper("ns3::TcpSocketFactory", here).Install(receivers.Get(i)))
        there = ns.InetSocketAddress(out.GetAddress(1), PORT).ConvertTo()
        source = ns.BulkSendHelper("ns3::TcpSocketFactory", there)
        source.SetAttribute("MaxBytes", ns.UintegerValue(0))
        source.Install(senders.Get(i)).Start(ns.Seconds(i / flows))
    ns.Ipv4GlobalRoutingHelper.PopulateRoutingTables()
    ns.Simulator.Stop(ns.Seconds(seconds))
    start = time.process_time()
    ns.Simulator.Run()
    spent = time.process_time() - start
    received = sum(sink.Get(0).GetObject[ns.PacketSink]().GetTotalRx() for sink in sinks)
    print(json.dumps({"packets": received // MSS, "seconds": spent}))


main()
