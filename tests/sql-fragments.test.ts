import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest } from './import-rules.ts'
import { checkout, filesUnder } from './source.ts'

/** The SQL of all templates in the code, including nested templates, without the code between them. */
const sqlIn = (code: string): string => {
  let text = ''
  const depths: ('sql' | 'code')[] = []
  for (let at = 0; at < code.length; at++) {
    const inside = depths.at(-1)
    if (code[at] === '`') {
      if (inside === 'sql') depths.pop()
      else depths.push('sql')
      text += ' '
    } else if (inside === 'sql' && code.startsWith('${', at)) {
      depths.push('code')
      text += ' $ '
      at++
    } else if (inside === 'code' && code[at] === '}') depths.pop()
    else if (inside === 'code' && code[at] === '{') depths.push('code')
    else if (inside === 'sql') text += code[at]
  }
  return text
}

/** Names of rows that the SQL uses but does not introduce. */
const foreignRows = (code: string): string[] => {
  const text = sqlIn(code).replace(/'[^']*'|--[^\n]*/g, ' ')
  const used = new Set([...text.matchAll(/(?<![\w.$])([a-z][a-z_]*)\.[a-z_*]/g)].map(([, name = '']) => name))
  const built = [...code.matchAll(/(?:From|Join|Table|Into)\(\s*'(?:\w+ as )?(\w+)'/g)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  return [...used].filter((name) => {
    if (name === 'excluded' || built.includes(name)) return false
    const introduced = new RegExp(
      `(?:(?:from|join|update|into|using|,)\\s+(?:lateral\\s+)?[\\w$]+\\s+|\\)\\s*|\\bas\\s+|[\\w$]\\s+)${name}\\b(?!\\.)|(?:from|join|update|into|with|,)\\s+${name}\\b(?!\\.)`,
    )
    return !introduced.test(text)
  })
}

type Block = { name: string; isExported: boolean; code: string }

const blocksOf = (file: string): Block[] =>
  readFileSync(join(checkout, file), 'utf8')
    .split(/\n(?=\S)/)
    .flatMap((code) => {
      const [, exported, name] = /^(export )?(?:const|(?:async )?function) (\w+)/.exec(code) ?? []
      return name ? [{ name, isExported: exported !== undefined, code }] : []
    })

/** A fragment with the code of all fragments of its file that it contains. */
const withParts = ({ name, code }: Block, blocks: readonly Block[], seen = new Set([name])): string => {
  const parts = blocks.filter((one) => !seen.has(one.name) && new RegExp(`\\b${one.name}\\b(?!:)`).test(code))
  for (const part of parts) seen.add(part.name)
  return [code, ...parts.map((part) => withParts(part, blocks, seen))].join('\n')
}

const fragmentsOf = (file: string): string[] => {
  const blocks = blocksOf(file)
  return blocks
    .filter(({ isExported, code }) => isExported && /\bsql(?:<[^`]*>)?`/.test(code))
    .map((block) => withParts(block, blocks))
}

test('exported SQL uses only row names that it introduces or gets as arguments', () => {
  const files = filesUnder('server/src', '.ts').filter((file) => !isTest(file) && !file.includes('/migrations/'))
  const found = files.flatMap((file) =>
    fragmentsOf(file).flatMap((code) => {
      const rows = foreignRows(code)
      return rows.length > 0 ? [`${file}: ${code.slice(0, 60).split('\n')[0]} reads ${rows.join(', ')}`] : []
    }),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})

test.each([
  ['sql`a.id = $1`', ['a']],
  ['sql`$a.id = $1`', []],
  ['sql`exists (select from share s where s.aoi_id = $a.id)`', []],
  ['sql`select $inner from member m`, sql`m.id`', []],
  ['sql`$column < me.created_at`', ['me']],
])('%s reads %j', (code, rows) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code
  expect(foreignRows(code.replace(/\$(\w+)/g, '${$1}'))).toEqual(rows)
})
