"""Ctrl-C, threads, forks, memory."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import bouton


def run(code, **kwargs):
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **kwargs
    )


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_stops_within_a_second():
    child = run(
        """
        import bouton, time
        print("begin", flush=True)
        try:
            bouton.load("connect-four")(rows=7, cols=7).solve("value")
        except KeyboardInterrupt as stopped:
            print(type(stopped).__name__, stopped.code)
        """
    )
    assert child.stdout.readline() == "begin\n"
    time.sleep(1.0)
    child.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, _ = child.communicate(timeout=20)
    assert time.monotonic() - began < 1.5
    assert out.strip() == "Interrupted M09"


def test_an_answer_is_used_from_many_threads(answer):
    def look(_):
        return [answer.probe(position).lead for position in answer], answer.totals, str(answer.why())

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(look, range(32)))
    assert all(result == results[0] for result in results)


def test_solving_releases_the_gil():
    ticks = []
    stop = threading.Event()

    def count():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(bouton.LimitReached):
        bouton.load("connect-four")(rows=6, cols=6).solve(limits=bouton.Limits(time=1.0))
    stop.set()
    thread.join()
    gaps = [after - before for before, after in zip(ticks, ticks[1:])]
    assert len(ticks) > 20 and max(gaps) < 0.5


def _child(queue):
    many = bouton.load("1140").solve_many([{"piles": [2, 7, 9, 4, 4]}] * 300)
    frame = bouton.load("mnk")().solve().to_arrow()
    queue.put((many[299].totals, len(frame)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_has_threads_of_its_own():
    bouton.load("1140").solve_many([{"piles": [2, 7, 9, 4, 4]}] * 300)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_child, args=(queue,))
    child.start()
    assert queue.get(timeout=60) == ({"Alice": 10, "Bob": 16}, 5478)
    child.join(10)


def _resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
def test_nothing_leaks(stones):
    def work():
        for _ in range(300):
            answer = stones(piles=[2, 7, 9, 4, 4]).solve()
            answer.to_dict(), str(answer.why()), list(answer.items()), answer.to_arrow().__arrow_c_stream__()
            try:
                stones(piles="x")
            except bouton.ParameterError:
                pass
        gc.collect()

    work()
    before = _resident()
    work()
    work()
    assert _resident() - before < 8_000_000


def test_import_is_quick():
    code = "import time; began = time.perf_counter(); import bouton; print(time.perf_counter() - began)"
    seconds = [float(subprocess.check_output([sys.executable, "-c", code], text=True)) for _ in range(5)]
    assert min(seconds) < 0.25
