"""The solvers held against twins that know the rules and nothing else."""
