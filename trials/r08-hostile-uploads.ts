import { failureList, type Trial } from './trial.ts'
import { type Api, addEventType, freshAddress, reportForm } from './world/api.ts'
import { type HostileFile, hostileFiles } from './world/hostile-files.ts'
import { sharedServer } from './world/server.ts'
import { publicLink, visitorForm } from './world/visitors.ts'

const MEMORY_LIMIT_BYTES = 200_000_000
/** Short enough to sample the memory while a picture is decoded. */
const SAMPLE_MS = 100

type Way = { name: string; send: (form: FormData) => ReturnType<Api['send']>; form?: () => FormData; field?: string }

/** Uploads by a member for its profile, an event and the service, and by anyone with the public link. */
const waysOf = async (api: Api): Promise<Way[]> => {
  const owner = await api.signIn('technician')
  const member = await api.invite(owner, 'Operator', 'uploader')
  const { service } = await api.must(api.send('GET', '/user/profile', owner))
  const eventTypeId = await addEventType(api, owner, 'Hostile pictures')
  const link = await publicLink(api, owner)
  return [
    { name: 'own photo', send: (body) => api.send('POST', '/user/profile-photo', { ...member, body }) },
    {
      name: 'new event',
      form: () => reportForm(eventTypeId),
      send: (body) => api.send('POST', '/aoi', { ...member, body }),
    },
    { name: 'logo', field: 'logo', send: (body) => api.send('PATCH', `/service/${service._id}`, { ...owner, body }) },
    {
      name: 'report by a visitor',
      form: () => visitorForm({ eventTypeId }),
      send: (body) => api.send('POST', `/public/${link}/report`, { body, headers: freshAddress() }),
    },
  ]
}

export const trial: Trial = {
  id: 'R8',
  title: 'Files that are not pictures, or that unpack to far more data than their size suggests',
  isInTests: true,
  run: async ({ isQuick }) => {
    const failures = failureList()
    const { api, memoryBytes } = await sharedServer()
    const ways = await waysOf(api)
    const files = await hostileFiles()
    const before = memoryBytes()
    let most = before
    const sampling = setInterval(() => {
      most = Math.max(most, memoryBytes())
    }, SAMPLE_MS)
    let uploads = 0
    const upload = async ({ name, bytes }: HostileFile, { name: way, form, field = 'file', send }: Way) => {
      const body = form?.() ?? new FormData()
      body.set(field, new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), name)
      const { status } = await send(body)
      uploads++
      if (status < 400 || status >= 500) failures.add(`${name} as ${way} got ${status}`)
    }
    for (const [index, file] of files.entries())
      for (const [at, way] of ways.entries()) if (!isQuick || at === index % ways.length) await upload(file, way)
    clearInterval(sampling)
    const grown = Math.max(0, most - before)
    if (grown > MEMORY_LIMIT_BYTES) failures.add(`memory grew by ${Math.round(grown / 1e6)} MB`)
    return {
      counts: { files: files.length, uploads, accepted: failures.count, 'MB more at most': Math.round(grown / 1e6) },
      failures: failures.all(),
    }
  },
}
