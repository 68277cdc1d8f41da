#!/usr/bin/env node
// Stands in the repository, so that npm can link the command before a build.
import '../dist/cli/bin.js'
