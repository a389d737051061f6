"""The sections of the report, each made from the summaries and nothing else."""
