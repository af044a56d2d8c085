import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string; headers: string; subject: string; text: string; html: string }

const decodeWords = (header: string): string =>
  header
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, coded: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString()
        : decodeQuoted(coded.replaceAll('_', ' ')),
    )

const decodeQuoted = (coded: string): string =>
  Buffer.from(
    coded
      .replace(/=\r\n/g, '')
      .replace(/[^=]|=([0-9A-F]{2})/gi, (all, hex?: string) =>
        hex ? String.fromCharCode(Number.parseInt(hex, 16)) : Buffer.from(all).toString('latin1'),
      ),
    'latin1',
  ).toString()

const partOf = (message: string, type: string): string => {
  const [, head = '', body = ''] =
    new RegExp(`content-type: ${type}((?:[^\\r]|\\r\\n(?!\\r\\n))*)\\r\\n\\r\\n([\\s\\S]*?)(?=\\r\\n--|$)`, 'i').exec(
      message,
    ) ?? []
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return /quoted-printable/i.test(head) ? decodeQuoted(body) : body
}

const parse = (raw: string, from: string, to: string): ReceivedMail => {
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n'))
  const [, subject = ''] = /^subject: ((?:.|\r\n[ \t])*)$/im.exec(headers) ?? []
  return {
    from,
    to,
    headers,
    subject: decodeWords(subject).trim(),
    text: partOf(raw, 'text/plain'),
    html: partOf(raw, 'text/html'),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

type Refusal = { code: number; text: string }

export const startMailServer = async () => {
  const mails: ReceivedMail[] = []
  const refusals: Refusal[] = []
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      const refusal = refusals.shift()
      if (!refusal) return done()
      for (const wake of waiting.splice(0)) wake()
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push(parse(Buffer.concat(chunks).toString(), from, envelope.rcptTo[0]?.address ?? ''))
        done()
        for (const wake of waiting.splice(0)) wake()
      })
    },
  })
  // A client that disconnects early is not a fault of the server.
  server.on('error', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  const to = (address: string) => mails.filter((mail) => mail.to === address)
  return {
    url: `smtp://127.0.0.1:${port}`,
    to,
    all: () => [...mails],
    refuseNext: (...next: Refusal[]) => void refusals.push(...next),
    /** Resolves when `count` mails to the address have arrived. */
    until: async (address: string, count = 1): Promise<ReceivedMail[]> => {
      while (to(address).length < count) await new Promise<void>((wake) => waiting.push(wake))
      return to(address)
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

export const linkIn = ({ text }: ReceivedMail): string => {
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  return pathname + search
}
