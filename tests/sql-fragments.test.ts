import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest } from './import-rules.ts'
import { checkout, filesUnder } from './source.ts'

/** The SQL of all templates in the code, nested ones too, without the code between them. */
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

/** Names of rows that SQL reads and does not introduce. */
const foreignRows = (code: string): string[] => {
  const text = sqlIn(code).replace(/'[^']*'|--[^\n]*/g, ' ')
  const used = new Set([...text.matchAll(/(?<![\w.$])([a-z][a-z_]*)\.[a-z_*]/g)].map(([, name = '']) => name))
  return [...used].filter((name) => {
    const introduced = new RegExp(
      `(?:(?:from|join|update|into|using|,)\\s+(?:lateral\\s+)?[\\w$]+\\s+|\\)\\s*|\\bas\\s+|[\\w$]\\s+)${name}\\b(?!\\.)|(?:from|join|update|into|with|,)\\s+${name}\\b(?!\\.)`,
    )
    return !introduced.test(text)
  })
}

const fragmentsOf = (file: string) =>
  readFileSync(join(checkout, file), 'utf8')
    .split(/\n(?=\S)/)
    .filter(
      (code) => /^export (?:const|function)/.test(code) && /\bsql(?:<[^`]*>)?`/.test(code) && !/\bdb\b/.test(code),
    )

test('exported SQL fragments name no row of their callers', () => {
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
