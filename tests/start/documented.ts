import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../source.ts'

const isCommand = (line: string) => /^(npm|git|sudo|docker|journalctl|systemctl) /.test(line)

/** Strips variables in front of a command, and a comment after it. */
const bare = (line: string) =>
  line
    .replace(/\s+#.*$/, '')
    .trim()
    .replace(/^([A-Z_]+=\S+\s*)+/, '')

/** Sections of docs/operations, each with its commands: those in blocks of code and those inside sentences. */
export const operatorsSections = globSync('docs/operations/*.md', { cwd: checkout })
  .flatMap((page) => readFileSync(join(checkout, page), 'utf8').split(/^(?=## )/m))
  .map((text) => {
    const blocks = [...text.matchAll(/^ *```\w*\n([^`]*)^ *```/gm)].flatMap(([, block = '']) => block.split('\n'))
    const sentences = [...text.replaceAll(/^ *```[^`]*```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
    return { text, commands: [...blocks, ...sentences].map(bare).filter(isCommand) }
  })

export const operatorsCommands = [...new Set(operatorsSections.flatMap(({ commands }) => commands))].sort()

/** Commands for systemd machines, run by trial R25. */
export const isForSystemd = (command: string) => /^(sudo|journalctl|systemctl) /.test(command)
