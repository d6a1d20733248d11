"""A study on Slurm: Debian's slurmctld, two slurmd and munge on loopback, a node killed in the middle.

Needs root, because munge and Slurm's daemons want users of their own; without it, or without the packages, it is skipped with a word.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import told

import outflank

#: How long the controller waits for a node that says nothing.
PATIENCE = 10
NEEDED = ("slurmctld", "slurmd", "munged", "sbatch", "scontrol", "squeue")

CONFIGURATION = """
ClusterName=outflank
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
CredType=cred/munge
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool.%n
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.%n.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdTimeout={patience}
BatchStartTimeout=30
KillWait=1
MinJobAge=3600
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=2,requeue_delay=1
MaxArraySize=1001
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={one} CPUs=1 State=UNKNOWN
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={two} CPUs=1 State=UNKNOWN
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def find(name: str) -> str | None:
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


class Slurm:
    """The daemons, each in a process group of its own, ended with the test."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.daemons: dict[str, subprocess.Popen[bytes]] = {}
        ports = {"port": free_port(), "one": free_port(), "two": free_port()}
        host = socket.gethostname().split(".")[0]
        (place / "state").mkdir()
        self.configuration = place / "slurm.conf"
        self.configuration.write_text(CONFIGURATION.format(host=host, place=place, patience=PATIENCE, **ports))
        self.environment = {**os.environ, "SLURM_CONF": str(self.configuration)}
        key = place / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.start(
            "munged", "--foreground", "--force", f"--key-file={key}", f"--socket={place}/munge.socket",
            f"--pid-file={place}/munge.pid", f"--log-file={place}/munge.log", f"--seed-file={place}/munge.seed",
        )  # fmt: skip
        time.sleep(1)
        self.start("slurmctld", "-D", "-i")
        for node in ("one", "two"):
            (place / f"spool.{node}").mkdir()
            self.start("slurmd", "-D", "-N", node, name=node)

    def start(self, program: str, *words: str, name: str | None = None) -> None:
        found = find(program)
        assert found
        log = open(self.place / f"{name or program}.out", "wb")
        self.daemons[name or program] = subprocess.Popen(
            [found, *words], stdout=log, stderr=log, env=self.environment, start_new_session=True
        )

    def ask(self, program: str, *words: str, cwd: Path | None = None) -> str:
        ran = subprocess.run([program, *words], capture_output=True, text=True, env=self.environment, cwd=cwd)
        assert ran.returncode == 0, ran.stderr + self.logs()
        return ran.stdout

    def logs(self) -> str:
        files = sorted(self.place.glob("*.log")) + sorted(self.place.glob("*.out"))
        return "\n".join(f"── {path.name}\n{path.read_text(errors='replace')[-1500:]}" for path in files)

    def end(self) -> None:
        for daemon in self.daemons.values():
            try:
                os.killpg(daemon.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            daemon.wait()


@pytest.fixture
def slurm(tmp_path: Path) -> Iterator[Slurm]:
    if os.geteuid() != 0:
        pytest.skip("Slurm's daemons are started by root here")
    if not all(map(find, NEEDED)):
        words = ["install", "--yes", "--no-install-recommends", "slurmctld", "slurmd", "slurm-client", "munge"]
        subprocess.run(["apt-get", *words], capture_output=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    if not all(map(find, NEEDED)):
        pytest.skip("there is no Slurm, and apt-get could not install slurmctld, slurmd, slurm-client and munge")
    place = tmp_path / "slurm"
    place.mkdir()
    # munge trusts no folder that others may write to.
    for folder in (place, *place.parents):
        if folder == Path("/tmp") or len(folder.parts) < 3:
            break
        folder.chmod(0o755)
    daemons = Slurm(place)
    try:
        yield daemons
    finally:
        daemons.end()


def test_a_study_on_slurm_with_a_killed_node(slurm: Slurm, tmp_path: Path) -> None:
    study = outflank.Study("td", scale="smoke", seed=1)
    told("reproduce", "td", "--scale", "smoke", "--data", str(tmp_path / "one"))
    cluster = tmp_path / "cluster"
    told("reproduce", "td", "--scale", "smoke", "--export", "slurm", str(cluster), "--tasks-per-job", "4")
    deadline = time.monotonic() + 60
    while slurm.ask("sinfo", "-h", "-t", "idle", "-o", "%D").strip() != "2":
        assert time.monotonic() < deadline, slurm.logs()
        time.sleep(0.5)
    program = Path(sys.executable).with_name("outflank")
    assert program.is_file(), "the package brings the program along"
    slurm.environment["OUTFLANK"] = str(program)
    slurm.ask("sh", str(cluster / "submit.sh"), cwd=cluster)

    results = cluster / "results"
    deadline = time.monotonic() + 600
    killed_at = None
    while not (cluster / "report" / "report.html").exists():
        assert time.monotonic() < deadline, slurm.ask("squeue", "-a") + slurm.logs()
        reasons = slurm.ask("squeue", "-h", "-o", "%r")
        assert "DependencyNeverSatisfied" not in reasons, "a job failed\n" + slurm.logs()
        done = len(list(results.glob("*.json")))
        running = slurm.ask("squeue", "-h", "-t", "running", "-w", "two", "-o", "%A").split()
        if killed_at is None and done >= 5 and running:
            # The node is gone, with everything on it.
            daemon = slurm.daemons["two"]
            subprocess.run(["pkill", "-KILL", "-P", str(daemon.pid)], check=False)
            os.killpg(daemon.pid, signal.SIGKILL)
            for step in subprocess.run(["pgrep", "-f", "slurmstepd"], capture_output=True, text=True).stdout.split():
                children = subprocess.run(["pgrep", "-P", step], capture_output=True, text=True).stdout.split()
                for job in children:
                    node = Path(f"/proc/{job}/environ").read_bytes() if Path(f"/proc/{job}/environ").exists() else b""
                    if b"SLURMD_NODENAME=two" in node and str(slurm.configuration).encode() in node:
                        os.killpg(os.getpgid(int(job)), signal.SIGKILL)
                        os.kill(int(step), signal.SIGKILL)
            killed_at = done
        time.sleep(0.3)
    assert killed_at is not None, "a job ran on the node when it was killed"
    expected = study.results(data=tmp_path / "one")
    assert study.results(data=cluster / "data") == expected and len(expected) == len(study.tasks()), "the same bytes"
    print(f"node killed after {killed_at} of {len(expected)} results")
