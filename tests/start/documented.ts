import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../source.ts'

const isCommand = (line: string) => /^(npm|git|sudo|docker|journalctl|systemctl) /.test(line)

/** Without variables in front and comments behind. */
const bare = (line: string) =>
  line
    .replace(/\s+#.*$/, '')
    .trim()
    .replace(/^([A-Z_]+=\S+\s*)+/, '')

/** The parts of docs/operations under their headings, each with its commands: in blocks of code and inside sentences. */
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
