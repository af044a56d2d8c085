import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { trialResources } from '../resources.ts'
import { checkout, containerArgs, copyRoot, lentSettings, makeVolume, run } from './bare-root.ts'

type Step = { instruction: string; text: string }

type Settings = {
  environment: Record<string, string>
  folder: string
  user: string
  command: string[]
  health: string[]
}
type Stage = Settings & { root: string }

const PATH = '/usr/local/bin:/usr/bin:/bin'

const NOTHING_TO_DO = new Set(['VOLUME', 'EXPOSE'])

export const stepsOf = (dockerfile: string): Step[] =>
  dockerfile
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [instruction = '', ...words] = line.split(' ')
      return { instruction, text: words.join(' ') }
    })

const settingsArgs = ({ environment, folder, user }: Settings): string[] => [
  `--chdir=${folder}`,
  `--user=${user}`,
  ...Object.entries(environment).map(([name, value]) => `--setenv=${name}=${value}`),
]

/** Copies the files that git tracks. .dockerignore lists none of them. */
const copyProject = (target: string) => {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: checkout })
  const archive = execFileSync('tar', ['-C', checkout, '--null', '-T', '-', '-cf', '-'], {
    input: names,
    maxBuffer: 1e9,
  })
  execFileSync('tar', ['-C', target, '--no-same-owner', '-xf', '-'], { input: archive })
}

const copyInto = async (stage: Stage, text: string, stages: ReadonlyMap<string, Stage>) => {
  const words = text.split(' ')
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = join(stage.root, resolve(stage.folder, paths.at(-1)!))
  mkdirSync(target, { recursive: true })
  for (const path of paths.slice(0, -1))
    if (from) await run('cp', ['-a', `${join(stages.get(from)!.root, path)}/.`, target])
    else if (path === '.') copyProject(target)
    else cpSync(join(checkout, path), join(target, basename(path)))
}

/** Runs the steps of deploy/docker/Dockerfile without a container daemon. Each stage starts from a copy of `base`. */
export const buildImage = async (base: string) => {
  const steps = stepsOf(readFileSync(join(checkout, 'deploy/docker/Dockerfile'), 'utf8'))
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const { instruction, text } of steps) {
    if (instruction === 'FROM') {
      const [, name = 'image'] = text.split(' AS ')
      stage = { root: await copyRoot(base), environment: {}, folder: '/', user: 'root', command: [], health: [] }
      stages.set(name, stage)
    } else if (stage) await takeStep(stage, { instruction, text }, stages)
  }
  const size = async (root: string) => Number((await run('du', ['-s', '-B1', root])).split('\t')[0])
  const image = stages.get('image')!
  return { ...image, steps: steps.length, addedBytes: (await size(image.root)) - (await size(base)) }
}

const takeStep = async (stage: Stage, { instruction, text }: Step, stages: ReadonlyMap<string, Stage>) => {
  if (instruction === 'WORKDIR') {
    stage.folder = text
    mkdirSync(join(stage.root, text), { recursive: true })
  } else if (instruction === 'ENV') {
    for (const pair of text.split(' ')) {
      const [name, value] = pair.split('=')
      stage.environment[name!] = value!
    }
  } else if (instruction === 'USER') stage.user = text
  else if (instruction === 'CMD') stage.command = JSON.parse(text)
  else if (instruction === 'HEALTHCHECK') stage.health = JSON.parse(text.slice(text.indexOf('CMD ') + 'CMD '.length))
  else if (instruction === 'COPY') await copyInto(stage, text, stages)
  else if (instruction === 'RUN')
    await run('systemd-nspawn', [
      ...[...containerArgs(stage.root), '--pipe', '--as-pid2'],
      ...[...lentSettings(), ...settingsArgs(stage)],
      ...['sh', '-c', text],
    ])
  else if (!NOTHING_TO_DO.has(instruction)) throw new Error(`this trial cannot carry out the step ${instruction}`)
}

/** Runs an image as deploy/docker/compose.yaml does: read-only, without any privilege, with a volume for its data. */
export const runImage = (image: Settings & { root: string }, environment: Record<string, string>) => {
  const data = makeVolume()
  execFileSync('chown', ['1000:1000', data])
  const settings = { ...image, environment: { ...image.environment, ...environment } }
  const child = spawn(
    'systemd-nspawn',
    [
      ...[...containerArgs(image.root), '--pipe', '--read-only', '--tmpfs=/tmp', `--bind=${data}:/data`],
      ...['--drop-capability=all', '--no-new-privileges=yes', '--kill-signal=SIGTERM'],
      ...[...settingsArgs(settings), ...image.command],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = once(child, 'exit')
  const stop = trialResources.add(async () => {
    child.kill('SIGTERM')
    const [code] = await ended
    return code as number | null
  })
  /** Runs a command like `docker exec` and returns its output, whatever its exit code. */
  const execute = async (command: string): Promise<string> => {
    const leader = execFileSync('pgrep', ['-P', String(child.pid)])
      .toString()
      .trim()
      .split('\n')[0]!
    const variables = Object.entries(settings.environment).map(([name, value]) => `${name}=${value}`)
    const enter = ['--target', leader, '--all', '--setuid=1000', '--setgid=1000', `--wdns=${settings.folder}`]
    return run('nsenter', [
      ...enter,
      '--',
      'env',
      '-i',
      ...variables,
      `PATH=${PATH}`,
      'sh',
      '-c',
      `${command} 2>&1`,
    ]).catch((error: Error) => error.message)
  }
  const isHealthy = (): Promise<boolean> => {
    const variables = Object.entries(settings.environment).map(([name, value]) => `${name}=${value}`)
    return run('chroot', [image.root, 'env', ...variables, ...image.health]).then(
      () => true,
      () => false,
    )
  }
  return { data, stop, execute, isHealthy, said: () => said, isRunning: () => child.exitCode === null }
}
