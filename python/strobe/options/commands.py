# SPDX-License-Identifier: BSD-3-Clause
# Written by codegen/options.py from options/*.toml.
# fmt: off
"""The commands of `strobe`: what each one does, and what its help page ends with."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """The texts of a command's help page."""

    usage: str
    summary: str
    help: str
    epilogue: str


ABOUT = "A laboratory for message-passing machines."
EPILOGUE = "Examples:\n\n    strobe measure quick --report\n    strobe run -n 4 --summary ./app"
COMMANDS: dict[str, Page] = {
    "measure": Page(
        "strobe measure [OPTIONS] [SUITE]",
        "Measure this machine: run a suite of kernels over MPI or PVM and keep every sample.",
        "Measure this machine: run a suite of kernels over MPI or PVM and keep every sample.",
        (
            "Examples:\n"
            "\n"
            "    strobe measure quick --report\n"
            "    strobe measure --kernel echo --size 0:4Mi -n 2\n"
            "    strobe measure --resume results/RUN\n"
            "\n"
            "Exit status: 0 if every cell has a result, 1 if a cell failed or hung or the "
            "measurement went wrong, 2 for bad input, 130 after Ctrl-C."
        ),
    ),
    "cachebench": Page(
        "strobe cachebench [OPTIONS]",
        "Measure the memory hierarchy as CacheBench does, and print its columns.",
        (
            "Measure the memory hierarchy as CacheBench does, and print its columns.\n"
            "\n"
            "Without a letter, all loops but the tuned ones are measured, each size twice. If "
            "standard output is not a terminal, only -b is measured, once, as the paper has it, "
            "and the columns are size and MB/sec for gnuplot. A size that was not measured has "
            "NaN; comment lines name it and every figure in doubt."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe cachebench -r -w -m 26\n"
            "    strobe cachebench -r --lengths 4Ki:64Ki -x 3 --isa avx2 --pages small\n"
            "    strobe cachebench -b > b.dat\n"
            "\n"
            "Exit status: 0 if all sizes were measured, 1 if one was not, 2 for bad input, 130 "
            "after Ctrl-C."
        ),
    ),
    "blasbench": Page(
        "strobe blasbench [OPTIONS]",
        "Compare BLAS libraries as BLASBench does, and print its columns.",
        (
            "Compare BLAS libraries as BLASBench does, and print its columns.\n"
            "\n"
            "Without -v, -a or -t, all three are measured, each size twice. If standard output "
            "is not a terminal, only -t is measured, once, as the paper has it, and the columns "
            "are size and rate for gnuplot. A size that was not measured has NaN; comment lines "
            "name it and every figure in doubt. The built-in reference loops are measured with "
            "the libraries, on one thread."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe blasbench -t -o --libs /usr/lib/libopenblas.so\n"
            "    strobe blasbench -t -o -p 1 -p 2\n"
            "    strobe blasbench -v -s > saxpy.dat\n"
            "\n"
            "Exit status: 0 if all sizes were measured, 1 if one was not, 2 for bad input, 130 "
            "after Ctrl-C."
        ),
    ),
    "fit": Page(
        "strobe fit FOLDER",
        "Fit start-up times, bandwidths and breakpoints to a run.",
        (
            "Fit start-up times, bandwidths and breakpoints to a run.\n"
            "\n"
            "For a run of the suite blacs, `strobe fit` also writes the topologies that the "
            "BLACS use for TOP = ' '. For a run with a ping-pong, it also writes the network for "
            "`strobe simulate --network`."
        ),
        "Example:\n\n    strobe fit results/RUN",
    ),
    "report": Page(
        "strobe report FOLDER",
        "Write the page that shows a run.",
        (
            "Write the page that shows a run.\n"
            "\n"
            "The models of the run are fitted first if they are out of date."
        ),
        "Examples:\n\n    strobe report results/RUN\n    strobe report job",
    ),
    "compare": Page(
        "strobe compare [OPTIONS] FIRST SECOND",
        "Compare two runs: two MPIs, two machines, or yesterday and today.",
        "Compare two runs: two MPIs, two machines, or yesterday and today.",
        (
            "Examples:\n"
            "\n"
            "    strobe compare results/MPICH results/OPENMPI\n"
            "    strobe compare baseline today --fail-above 5% --junit compare.xml\n"
            "\n"
            "Exit status: 0 for success, 1 if a cell is slower than --fail-above allows, 2 for "
            "bad input. 3 if no cell is known to be slower, but none (or with --require-all not "
            "every one) could be judged."
        ),
    ),
    "check": Page(
        "strobe check [OPTIONS] FOLDER",
        "Check whether a run can be trusted, and say what to do if not.",
        "Check whether a run can be trusted, and say what to do if not.",
        (
            "Examples:\n"
            "\n"
            "    strobe check results/RUN\n"
            "    strobe check results/RUN --junit check.xml\n"
            "    strobe check mpi\n"
            "\n"
            "Exit status: 0 if the run can be trusted, 1 if not, 2 for bad input."
        ),
    ),
    "check mpi": Page(
        "strobe check mpi [OPTIONS] [FOLDER]",
        "Test whether an MPI keeps the performance guidelines that relate its calls to each other.",
        "Test whether an MPI keeps the performance guidelines that relate its calls to each other.",
        (
            "Examples:\n"
            "\n"
            "    strobe check mpi -n 4\n"
            "    strobe check mpi results/RUN --json\n"
            "\n"
            "Exit status: 0 if no guideline is violated, 1 if one is or the measurement went "
            "wrong, 2 for bad input."
        ),
    ),
    "tune": Page(
        "strobe tune [OPTIONS] [RUN]",
        "Make the MPI of this machine faster: find settings and algorithms, and prove them.",
        (
            "Make the MPI of this machine faster: find settings and algorithms, and prove them.\n"
            "\n"
            "Starts the ranks again and again under other settings and algorithms of "
            "collectives, and keeps what is faster than the MPI as it is, beyond its confidence "
            "interval. The same command continues an interrupted tuning."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe tune --ranks 2,4\n"
            "    strobe tune --mpi openmpi --operations bcast,allreduce --sizes 8,1Ki,64Ki\n"
            "    strobe tune --for RECORD --validate\n"
            "\n"
            "Exit status: 0 if no operation became slower, 1 if one did or the measurement went "
            "wrong, 2 for bad input, 130 after Ctrl-C."
        ),
    ),
    "schedule": Page(
        "strobe schedule [OPTIONS] [NAME]",
        "Draw a communication pattern and compute what it costs.",
        (
            "Draw a communication pattern and compute what it costs.\n"
            "\n"
            "Without a pattern, `strobe schedule` lists the patterns. The times T_s, T_c, T_m "
            "and T_o are those of LAPACK Working Note 73: START or START,SLOPE with START in "
            "microseconds and SLOPE in microseconds per byte. The note's own slopes are per "
            "double: write --t-c=-159,1.4787/double for its -159 + 1.4787 N. A time that is "
            "neither given nor part of the network is 0, and the output says so."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe schedule tree --ranks 16 --branches 2\n"
            "    strobe schedule increasing-ring --ranks 8 --t-s 2 --t-c 10,0.5 --size 1024"
        ),
    ),
    "run": Page(
        "strobe run [OPTIONS] PROGRAM [ARGUMENTS ...]",
        (
            "Run an MPI program unchanged, with its communication coscheduled, recorded and "
            "repeatable."
        ),
        (
            "Run an MPI program unchanged, with its communication coscheduled, recorded and "
            "repeatable.\n"
            "\n"
            "Everything after the program's name belongs to the program. Its input, output and "
            "exit status are passed through unchanged; Strobe's own messages go to standard "
            "error."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe run -n 4 --summary ./app\n"
            "    strobe run -n 8 --record job --timeline job.pftrace ./app input.dat\n"
            "\n"
            "Exit status: the program's own, or 123 if that is 0 and --check found an error. 128 "
            "+ N if signal N killed a rank, 125 if the runtime was not active (see --or-native), "
            "2 if Strobe refused the command and started nothing."
        ),
    ),
    "explore": Page(
        "strobe explore [OPTIONS] PROGRAM [ARGUMENTS ...]",
        "Find every outcome that an MPI program can have.",
        (
            "Find every outcome that an MPI program can have.\n"
            "\n"
            "Runs the program again and again under `strobe run --check`. Each run gives "
            "receives and probes from any source other messages that MPI allows, and tests, "
            "nonblocking probes, MPI_Waitany and MPI_Waitsome other results. Choices that do not "
            "depend on each other are tried once."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe explore -n 3 ./app\n"
            "    strobe explore -n 4 --runs 500 --output outcomes ./app input.dat\n"
            "\n"
            "Exit status: 0 if all choices were tried and every run ended well, 1 if a run went "
            "wrong. 3 if choices are left and no run went wrong, 2 for bad input."
        ),
    ),
    "predict": Page(
        "strobe predict [OPTIONS] JOB",
        "Predict how long a recorded program takes on another machine.",
        (
            "Predict how long a recorded program takes on another machine.\n"
            "\n"
            "The record has all calls of a job: `strobe run --record JOB --monitor calls=N`. A "
            "record without them has only a profile, which gives a rougher time with a wider "
            "interval. SimGrid replays it on the machine of a run of `strobe measure`. The "
            "interval comes from replays on machines that the samples of that run allow, with "
            "pieces of computation that the record allows. A piece of computation takes as long "
            "as its rank used the processor, so that a job may be recorded with more ranks than "
            "the machine has cores."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe predict job --on results/RUN --report prediction\n"
            "    strobe predict job --on results/RUN --what-if 'latency=0.5x bandwidth=2x'\n"
            "    strobe predict job --run './app 1000' --ranks 16 --on results/RUN\n"
            "    strobe predict job2 --with job4 --with job8 --on results/RUN --ranks 64\n"
            "    strobe predict job --on results/RUN --validate\n"
            "\n"
            "Exit status: 0 if the time was predicted, 2 for bad input, 130 after Ctrl-C."
        ),
    ),
    "env": Page(
        "strobe env [OPTIONS] [PROGRAM]",
        "Print the variables with which a batch script runs programs as under `strobe run`.",
        (
            "Print the variables with which a batch script runs programs as under `strobe run`.\n"
            "\n"
            "A batch script evaluates the lines before its own srun or mpiexec."
        ),
        (
            "Examples:\n"
            "\n"
            "    eval \"$(strobe env ./app)\"\n"
            "    eval \"$(strobe env --record job ./app)\"; srun ./app"
        ),
    ),
    "simulate": Page(
        "strobe simulate [OPTIONS] [PROGRAM]",
        "Simulate a program under buffered coscheduling on a machine of your choice.",
        (
            "Simulate a program under buffered coscheduling on a machine of your choice.\n"
            "\n"
            "Without a program, `strobe simulate` lists programs and networks. The same options "
            "and seed give the same run, event by event. Ctrl-C ends the run: what was recorded "
            "until then is shown and written."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe simulate sweep --nodes 64 --noise 25 --noise-period 1000\n"
            "    strobe simulate --study figures\n"
            "\n"
            "Exit status: 0 if the program finished, 1 if it did not, 2 for bad input, 130 after "
            "Ctrl-C."
        ),
    ),
    "machine": Page(
        "strobe machine [OPTIONS]",
        "Show the facts of this machine.",
        "Show the facts of this machine.",
        "Examples:\n\n    strobe machine\n    strobe machine --json",
    ),
    "list": Page(
        "strobe list [OPTIONS]",
        "List kernels and suites, and the launchers, MPIs and BLAS libraries of this machine.",
        "List kernels and suites, and the launchers, MPIs and BLAS libraries of this machine.",
        "Examples:\n\n    strobe list\n    strobe list --json",
    ),
    "export": Page(
        "strobe export [OPTIONS] FOLDER",
        (
            "Write a run as a table or for other tools, a job as a trace, or a machine as a "
            "platform of SimGrid."
        ),
        (
            "Write a run as a table or for other tools, a job as a trace, or a machine as a "
            "platform of SimGrid."
        ),
        (
            "Examples:\n"
            "\n"
            "    strobe export results/RUN --format parquet\n"
            "    strobe export job --format trace"
        ),
    ),
    "completion": Page(
        "strobe completion SHELL",
        "Print the shell completion of strobe and its programs for bash, zsh or fish.",
        (
            "Print the shell completion of strobe and its programs for bash, zsh or fish.\n"
            "\n"
            "An installed Strobe puts the same scripts where bash-completion, zsh and fish look "
            "for them below its prefix."
        ),
        (
            "Examples:\n"
            "\n"
            "    source <(strobe completion bash)\n"
            "    strobe completion fish > ~/.config/fish/completions/strobe.fish"
        ),
    ),
}
