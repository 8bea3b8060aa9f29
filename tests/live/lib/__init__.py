# SPDX-License-Identifier: Apache-2.0
"""Helpers of the recorder and of every live test: the real runtime, offline.

runtime   install(version): the native binary of a published version, in a cache folder
standin   StandIn: the Messages API on loopback, with scripted tool calls
session   Scratch: a throw-away home and repository; headless runs of the runtime
terminal  Interactive: the same runtime under tmux, for what a person sees

    import pathlib, sys
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))   # tests/live
    from lib import runtime, session, standin, terminal
"""
