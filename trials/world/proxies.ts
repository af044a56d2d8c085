import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../server/src/testing/free-port.ts'
import { emptyFolder } from '../../tests/start/folders.ts'
import { trialResources } from './resources.ts'

const deploy = resolve(import.meta.dirname, '../../deploy/proxy')
const WAIT_MS = 20_000
const POLL_MS = 50

export const proxyNames = ['nginx', 'haproxy', 'caddy'] as const
export type ProxyName = (typeof proxyNames)[number]

export const isInstalled = (name: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { env: { PATH: `${process.env.PATH}:/usr/sbin` } })
    return true
  } catch {
    return false
  }
}

type Command = { args: string[]; environment?: Record<string, string> }

/**
 * Configures each proxy by its file in deploy/, with our ports instead of those in the example, and without the
 * certificate.
 */
const commands: Record<ProxyName, (folder: string, port: number, servers: string[]) => Command> = {
  nginx: (folder, port, servers) => {
    const site = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace(/^ *ssl_certificate.*\n/gm, '')
      .replace(/\nserver \{\n {2}listen 80;[\s\S]*?\n\}\n/, '')
      .replace('127.0.0.1:3000', servers[0]!)
      .replace('127.0.0.1:3001', servers[1]!)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; ${temporary}\n${site}}`,
    )
    return { args: ['-c', file, '-p', folder] }
  },
  haproxy: (folder, port, servers) => {
    const file = join(folder, 'haproxy.cfg')
    const text = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
      // Each connection uses two file descriptors, and this machine allows few.
      .replace('maxconn 20000', 'maxconn 2000')
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replace(/^ *bind :443.*\n/m, '')
      .replace(/^ *http-request redirect.*\n/m, '')
      .replace('127.0.0.1:3000', servers[0]!)
      .replace('127.0.0.1:3001', servers[1]!)
    writeFileSync(file, text)
    return { args: ['-f', file] }
  },
  caddy: (folder, port, servers) => {
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync(join(deploy, 'Caddyfile'), 'utf8')}`)
    return {
      args: ['run', '--config', file, '--adapter', 'caddyfile'],
      environment: {
        HOME: folder,
        COHESION_DOMAIN: `http://127.0.0.1:${port}`,
        COHESION_SERVERS: servers.join(' '),
      },
    }
  },
}

const isServing = async (url: string): Promise<boolean> => {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.ok === true
}

const runProxy = async (
  name: ProxyName,
  configure: (folder: string, port: number) => Command,
  answers: (port: number) => Promise<boolean>,
) => {
  const folder = emptyFolder()
  mkdirSync(folder.path)
  const port = await freePort()
  const { args, environment } = configure(folder.path, port)
  const path = `${process.env.PATH}:/usr/sbin`
  const child = spawn(name, args, { env: { PATH: path, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const stop = trialResources.add(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    folder.remove()
  })
  for (let waited = 0; waited < WAIT_MS && child.exitCode === null; waited += POLL_MS) {
    if (await answers(port)) return { port, stop }
    await pause(POLL_MS)
  }
  throw new Error(`the proxy does not answer: ${complaints.slice(-500)}`)
}

export const startProxy = async (name: ProxyName, servers: string[]) => {
  const urlOf = (port: number) => `http://127.0.0.1:${port}`
  const configure = (folder: string, port: number) => commands[name](folder, port, servers)
  const { port, stop } = await runProxy(name, configure, (at) => isServing(urlOf(at)))
  return { url: urlOf(port), stop }
}

/**
 * HAProxy in front of two PostgreSQL servers, with the file of deploy/. Its port leads to the server that accepts
 * writes.
 */
export const startPostgresProxy = (ports: [number, number], answers: (port: number) => Promise<boolean>) => {
  const configure = (folder: string, port: number): Command => {
    const file = join(folder, 'haproxy.cfg')
    const text = readFileSync(join(deploy, 'haproxy-postgres.cfg'), 'utf8')
      .replace('bind 127.0.0.1:5433', `bind 127.0.0.1:${port}`)
      .replace('server one 127.0.0.1:5432', `server one 127.0.0.1:${ports[0]}`)
      .replace('server two 127.0.0.1:5442', `server two 127.0.0.1:${ports[1]}`)
    writeFileSync(file, text)
    return { args: ['-f', file] }
  }
  return runProxy('haproxy', configure, answers)
}

/** HAProxy in front of a Patroni cluster, with the file of deploy/. Its port leads to the leader. */
export const startPatroniProxy = (addresses: string[], answers: (port: number) => Promise<boolean>) => {
  const configure = (folder: string, port: number): Command => {
    const file = join(folder, 'haproxy.cfg')
    const text = readFileSync(join(deploy, 'haproxy-patroni.cfg'), 'utf8')
    const filled = addresses.reduce(
      (config, address, at) => config.replace(`10.0.0.${at + 1}:5432`, `${address}:5432`),
      text.replace('bind 127.0.0.1:5433', `bind 127.0.0.1:${port}`),
    )
    writeFileSync(file, filled)
    return { args: ['-f', file] }
  }
  return runProxy('haproxy', configure, answers)
}
