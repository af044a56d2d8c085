import { beforeAll, expect, test } from 'vitest'
import { Problem, type ProblemCode, problems } from '#contract'
import { startTestI18n } from '../testing/i18n.ts'
import { allTexts } from '../testing/texts.ts'
import { problemOf } from './call.ts'
import { problemText } from './problem-text.ts'

let t: Awaited<ReturnType<typeof startTestI18n>>
beforeAll(async () => {
  t = await startTestI18n()
})

const answered = async (body: string, type: string, status = 500) =>
  problemText(await problemOf(new Response(body, { status, statusText: 'Oops', headers: { 'content-type': type } })), t)

test('every problem has a text', () => {
  expect(Object.keys(allTexts('en').problem ?? {}).sort()).toEqual(Object.keys(problems).sort())
})

test('a known problem is shown in the reader’s language', async () => {
  await startTestI18n('he')
  expect(problemText(new Problem('wrongCredentials'), t)).toBe('שם המשתמש או הסיסמה שגויים.')
  await startTestI18n('en')
})

test('a server failure ends with its id in the log', async () => {
  const body = JSON.stringify({ ...new Problem('unavailable').body(), requestId: '7f3a21bc' })
  expect(await answered(body, 'application/json', 503)).toMatch(/ \(7f3a21bc\)$/)
})

test('names the uses of an item that cannot be deleted', async () => {
  const usedBy = [
    { kind: 'role', name: 'Diver', translations: {} },
    { kind: 'metric', name: 'Rescues', translations: {} },
  ] as const
  const body = JSON.stringify(new Problem('inUse', { usedBy }).body())
  expect(await answered(body, 'application/json', 409)).toBe(
    'In use by the role “Diver”, the metric “Rescues”. Remove it there first.',
  )
})

test('without a known code, the message of the reply is shown in one line', async () => {
  expect(await answered('{"message":"Quota is used up"}', 'application/json')).toBe('Quota is used up')
  expect(await answered('{"message":["a is wrong","b is wrong"]}', 'application/json')).toBe('a is wrong, b is wrong')
  expect(await answered('{"message":"From a newer server","code":"tooNew"}', 'application/json')).toBe(
    'From a newer server',
  )
})

test('without a message, the data of the reply is shown', async () => {
  expect(await answered('upstream timed out', 'text/plain')).toBe('upstream timed out')
})

test("falls back to the response text, without markup of a proxy's page", async () => {
  expect(await answered('<html><h1>Bad gateway</h1></html>', 'text/html', 502)).toBe(
    'The server couldn’t do this (502 Oops). Try again in a moment.',
  )
  expect(await answered('', 'text/html', 404)).toBe('404 Oops')
})

test('other errors get the text for unknown errors', () => {
  expect(problemText(new Problem('unknownServerError'), t)).toBe('Unknown server error')
  expect(problemText(new TypeError('x is undefined'), t)).toBe('Unknown server error')
})

test('a problem keeps its fields and its retry time', async () => {
  const body = new Problem('invalid', { fields: { phone: 'form.phone' } }).body()
  const problem = await problemOf(new Response(JSON.stringify(body), { status: 400, headers: { 'retry-after': '7' } }))
  expect(problem.code).toBe<ProblemCode>('invalid')
  expect(problem.fields).toEqual({ phone: 'form.phone' })
  expect(problem.retryAfterSeconds).toBe(7)
})
