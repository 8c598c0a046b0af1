#!/usr/bin/env python3
"""Plays as a bot of another build of Totora, so that `totora arena` can compare two builds.

    totora arena reversi --bots "totora@40000n,before=exec:python3 benches/peers/other_build.py ../before/totora totora@40000n"
"""

import argparse
import json
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program", help="the other build")
parser.add_argument("bot", help="the bot of that build, with its budget")
args = parser.parse_args()
with subprocess.Popen([args.program, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as build:
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "think":
            request["bot"] = args.bot
        print(json.dumps(request), file=build.stdin, flush=True)
        print(build.stdout.readline(), end="", flush=True)
        if request["do"] == "quit":
            break
