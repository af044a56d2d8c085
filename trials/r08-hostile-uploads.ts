import { failureList, type Trial } from './trial.ts'
import { hostileFiles } from './world/hostile-files.ts'
import { sharedServer } from './world/server.ts'

const ROUNDS = { quick: 1, whole: 3 }
const MEMORY_LIMIT_BYTES = 200_000_000

export const trial: Trial = {
  id: 'R8',
  title: 'Files that are no pictures, or that unpack to far more than they show',
  run: async ({ isQuick }) => {
    const failures = failureList()
    const { api, memoryBytes } = await sharedServer()
    const member = await api.invite(await api.signIn('technician'), 'Operator', 'uploader')
    const files = await hostileFiles()
    const before = memoryBytes()
    let most = before
    let uploads = 0
    for (let round = 0; round < (isQuick ? ROUNDS.quick : ROUNDS.whole); round++)
      for (const { name, bytes } of files) {
        const body = new FormData()
        body.set('file', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), name)
        const { status } = await api.send('POST', '/user/profile-photo', { ...member, body })
        uploads++
        if (status < 400 || status >= 500) failures.add(`${name} was answered ${status}`)
        most = Math.max(most, memoryBytes())
      }
    const grown = most - before
    if (grown > MEMORY_LIMIT_BYTES) failures.add(`memory grew by ${Math.round(grown / 1e6)} MB`)
    const { photo } = await api.must(api.send('GET', '/user/profile', member))
    if (photo) failures.add('one of them became the photo')
    return { counts: { uploads, accepted: failures.count }, failures: failures.all() }
  },
}
