#!/usr/bin/env bash
# Does an experiment's runs as a Slurm job array: sbatch --array=1-64 slurm-array.sh EXPERIMENT OUT
# Each task does one part in a folder of its own; `droptail merge OUT/part-* --out OUT/all` joins them.
#SBATCH --job-name=droptail
#SBATCH --cpus-per-task=4
#SBATCH --mem=2G
#SBATCH --time=02:00:00
set -euo pipefail

experiment=$1
out=$2
part=${SLURM_ARRAY_TASK_ID:?submit this with sbatch --array=1-N}
# A task that is submitted again alone has to know how many parts there are: PARTS=64 sbatch --array=7 …
parts=${PARTS:-${SLURM_ARRAY_TASK_COUNT:?}}

exec "${DROPTAIL:-droptail}" sweep "$experiment" \
  --out "$out/part-$part" --shard "$part/$parts" --jobs "${SLURM_CPUS_PER_TASK:-1}"
