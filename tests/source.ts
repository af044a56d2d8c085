import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const checkout = resolve(import.meta.dirname, '..')

const skipped = new Set(['node_modules', 'dist', 'test-results', '.vite'])

/** Paths of the files under a folder that have one of these endings, relative to the checkout, with forward slashes. */
export function filesUnder(folder: string, ...endings: string[]): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(checkout, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((part) => skipped.has(part)))
}

export function bareCode(source: string): string {
  const pieces = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return source.replace(pieces, (piece) => {
    if (piece.startsWith("'") || piece.startsWith('"')) return piece
    const lines = piece.replace(/[^\n]/g, '')
    return piece.startsWith('`') ? `\`${lines}\`` : lines
  })
}

const importing = [
  /^\s*(?:import|export)\b[^'"`;()]*?\bfrom\s*(['"])([^'"\n]+)\1/gm,
  /^\s*import\s*(['"])([^'"\n]+)\1/gm,
  /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g,
  /\bnew\s+URL\s*\(\s*(['"])(\.[^'"\n]+)\1\s*,\s*import\.meta\.url/g,
]

export function importsOf(source: string): string[] {
  const code = bareCode(source)
  const found = importing.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[2] ?? ''))
  return [...new Set(found)]
}
