"""Running a learner's own BPE: a Python file that defines as much or as little of it as its author likes.

    file --run.LearnerRun--> child (a process with limits) --frames--> report.Report or faults.Fault

In the child: `loading` runs the file, `parts` is what the engine supplies, `program` puts both together and
learns, `comparing` sets the result beside the engine's, `checking` does an exercise. Nothing here knows a
screen. It is the user's own code, run with the user's own rights: the limits are against accidents.
"""
