import { expect, test } from 'vitest'
import { Email } from './api.ts'
import { mailKinds, mailText } from './texts.ts'

const values = {
  inviter: 'Dana',
  service: 'Bay',
  role: 'Medic',
  server: 'Map',
  username: 'dana',
  address: 'a@b.org',
  age: '3',
  text: 'High water at the bridge',
  code: '123456',
  number: '7',
  until: '5 May',
}

test.each(['en', 'he'] as const)('every mail says everything in %s, as text and as HTML', (language) => {
  for (const kind of mailKinds) {
    const mail = mailText(language, kind, values, 'https://map.example.org/invite?token=x')
    for (const part of Object.values(mail)) expect(part, kind).not.toMatch(/[{}](?!\n)|undefined/)
    expect(mail.html).toContain(`lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}"`)
    expect(mail.text.trim()).not.toBe('')
  }
})

test('both formats contain the link if there is a button, and neither does otherwise', () => {
  const link = 'https://map.example.org/invite?token=x&y=1'
  const invite = mailText('en', 'invite', values, link)
  expect(invite.text).toContain(link)
  expect(invite.html).toContain('href="https://map.example.org/invite?token=x&#38;y=1"')
  expect(mailText('en', 'passwordChanged', values, link).text).not.toContain('http')
})

test('names cannot add markup or headers, or change the writing direction', () => {
  const evil = { ...values, inviter: '<img src=x onerror=alert(1)>\r\nBcc: all@example.org', service: 'מפרץ' }
  const { subject, html, text } = mailText('en', 'invite', evil)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toContain('<img')
  expect(html).toContain('<bdi>מפרץ</bdi>')
  expect(text).toContain('\u2068מפרץ\u2069')
})

test('an address is one plain address', () => {
  for (const right of ['dana@example.org', 'd.l+map@mail.example.co.il', 'דנה@דוגמה.קום'])
    expect(Email.safeParse(right).success, right).toBe(true)
  for (const wrong of [
    '',
    'dana',
    'a@b',
    'a@b.org, c@d.org',
    'a@b.org\nc@d.org',
    'Dana <a@b.org>',
    '"a b"@c.org',
    `${'a'.repeat(250)}@b.org`,
  ])
    expect(Email.safeParse(wrong).success, wrong).toBe(false)
})
