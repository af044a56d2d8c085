import { type Kysely, sql } from 'kysely'
import sharp from 'sharp'
import type { Database } from '../platform/db/schema/index.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { saveImage } from '../platform/files/files.ts'
import { readImage } from '../platform/files/images.ts'

const sky = (top: string, bottom: string) =>
  `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="640" height="480" fill="url(#s)"/>`
const hills = (colour: string, y: number) =>
  `<path d="M0 ${y}C90 ${y - 60} 170 ${y - 20} 260 ${y - 50}S430 ${y - 110} 520 ${y - 40}S610 ${y - 30} 640 ${y - 45}V480H0Z" fill="${colour}"/>`
const house = (x: number, y: number, wall: string, roof: string) =>
  `<path d="M${x} ${y}h90v-70h-90z" fill="${wall}"/><path d="M${x - 12} ${y - 70}l57-44 57 44z" fill="${roof}"/><path d="M${x + 16} ${y - 50}h22v24h-22zM${x + 54} ${y - 50}h22v24h-22z" fill="#fff" opacity=".75"/>`
const road =
  '<path d="M250 480L312 250h18L470 480Z" fill="#4a4f57"/><path d="M346 470l-13-60h7l20 60zM330 390l-6-40h5l9 40zM322 335l-4-26h4l5 26z" fill="#e8d36b"/>'

const scenes: Record<string, string> = {
  road: `${sky('#9ec5e8', '#e6f0f7')}${hills('#7fa077', 300)}<rect y="285" width="640" height="195" fill="#8fae7d"/>${road}<g transform="rotate(-14 350 380)"><rect x="190" y="368" width="330" height="22" rx="8" fill="#6b4a2f"/><circle cx="200" cy="372" r="52" fill="#3f6b3a"/><circle cx="160" cy="392" r="40" fill="#4c7d46"/><circle cx="236" cy="356" r="36" fill="#35602f"/></g>`,
  flood: `${sky('#8b98a8', '#c5ced8')}${house(80, 330, '#c9a27c', '#7a4b3a')}${house(250, 330, '#b9c2a4', '#5c5a4d')}${house(430, 330, '#a9b8c9', '#4b5a6e')}<rect y="310" width="640" height="170" fill="#6f8ba3"/><path d="M0 340q40-12 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0M0 390q40-12 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0M0 440q40-12 80 0t80 0 80 0 80 0 80 0 80 0 80 0 80 0" stroke="#a9c0d2" stroke-width="5" fill="none"/>`,
  fire: `${sky('#d9a066', '#f3d9b1')}${hills('#6c5b45', 330)}<g fill="#574a3c" opacity=".55"><circle cx="330" cy="130" r="86"/><circle cx="410" cy="95" r="72"/><circle cx="265" cy="185" r="62"/><circle cx="470" cy="60" r="52"/></g><path d="M280 330c-14-50 34-58 22-112 46 26 34 62 54 72 8-18 2-30 0-38 40 30 40 62 22 90z" fill="#e8622c"/><path d="M306 334c-6-28 20-34 14-62 26 16 26 42 22 62z" fill="#f8c04a"/>${hills('#4f5d3f', 400)}`,
  power: `${sky('#1f2a44', '#46557a')}<circle cx="520" cy="90" r="34" fill="#e9e4c9"/>${house(70, 400, '#39404f', '#242a37')}${house(230, 400, '#3f4557', '#272d3c')}${house(400, 400, '#363d4d', '#222835')}<path d="M560 400V150M520 180h80M530 210h60" stroke="#161b26" stroke-width="9"/><path d="M0 210Q300 280 530 182M0 250Q300 320 540 212" stroke="#161b26" stroke-width="4" fill="none"/><rect y="400" width="640" height="80" fill="#1b2130"/>`,
  default: `${sky('#a8cbe6', '#eaf3f9')}${hills('#8aa585', 300)}${hills('#6f8d6b', 350)}${house(120, 400, '#d2b48c', '#8a5a44')}${house(360, 400, '#b8c7d6', '#5a6b7d')}<rect y="398" width="640" height="82" fill="#7f9a6d"/>`,
}

const logos = [
  '<rect width="256" height="256" rx="56" fill="#1f5fbf"/><path d="M28 168c34-22 66-22 100 0s66 22 100 0v34c-34 22-66 22-100 0s-66-22-100 0z" fill="#fff"/><path d="M52 140V92M204 140V92M52 96q76 62 152 0M84 140v-26M116 140v-18M148 140v-18M176 140v-26" stroke="#fff" stroke-width="10" fill="none" stroke-linecap="round"/>',
  '<rect width="256" height="256" rx="56" fill="#0f766e"/><circle cx="128" cy="66" r="22" fill="none" stroke="#fff" stroke-width="14"/><path d="M128 88v118M76 122h104M52 150c6 44 40 58 76 58s70-14 76-58" fill="none" stroke="#fff" stroke-width="14" stroke-linecap="round"/>',
]

const bed = (x: number, y: number) =>
  `<rect x="${x}" y="${y}" width="26" height="52" rx="4" fill="#e7edf3" stroke="#8895a3" stroke-width="2"/><rect x="${x + 4}" y="${y + 4}" width="18" height="11" rx="3" fill="#fff" stroke="#8895a3" stroke-width="1.5"/>`
const beds = [0, 1, 2, 3, 4, 5, 6].flatMap((column) => [0, 1].map((row) => bed(252 + column * 52, 340 + row * 110)))
const table = (x: number, y: number) =>
  `<circle cx="${x}" cy="${y}" r="22" fill="#f3e8d2" stroke="#a08c63" stroke-width="2"/><g fill="#d7c8a6"><circle cx="${x - 34}" cy="${y}" r="8"/><circle cx="${x + 34}" cy="${y}" r="8"/><circle cx="${x}" cy="${y - 34}" r="8"/><circle cx="${x}" cy="${y + 34}" r="8"/></g>`
const hall = `<rect width="950" height="630" fill="#fff"/><rect x="20" y="20" width="910" height="590" fill="#fbfcfd" stroke="#39434f" stroke-width="12"/><rect x="26" y="26" width="200" height="240" fill="#fdecec"/><path d="M226 26v150M226 226v40M26 266h200" stroke="#39434f" stroke-width="7"/><path d="M110 116h32v32h32v32h-32v32h-32v-32H78v-32h32z" fill="#d6453d"/><rect x="480" y="26" width="220" height="210" fill="#eef6ee"/><path d="M480 26v110M480 186v50h220V26" stroke="#39434f" stroke-width="7" fill="none"/><rect x="500" y="40" width="180" height="34" fill="#c9d8c9" stroke="#6c8a6c" stroke-width="2"/><circle cx="530" cy="57" r="9" fill="#6c8a6c"/><circle cx="566" cy="57" r="9" fill="#6c8a6c"/><rect x="610" y="46" width="52" height="22" rx="4" fill="#fff" stroke="#6c8a6c" stroke-width="2"/>${beds.join('')}${table(780, 120)}${table(860, 220)}${table(760, 250)}<rect x="700" y="400" width="222" height="206" fill="#eef2fb"/><path d="M700 400h222M700 400v70M700 530v76" stroke="#39434f" stroke-width="7" fill="none"/><path d="M740 440h140M740 480h140M740 520h140M740 560h140" stroke="#9db0d6" stroke-width="18"/><path d="M430 604h110M20 330v90M924 310v70" stroke="#fff" stroke-width="14"/><path d="M430 604a110 110 0 0 1 110-110" stroke="#8895a3" stroke-width="2" fill="none"/>`

export const addDemoPictures = async (db: Kysely<Database>, store: FileStore): Promise<void> => {
  await addLogos(db, store)
  await addPhotos(db, store)
  await publishPhotos(db)
  await addHeldPhoto(db, store)
  await addEntryPhotos(db, store)
  await addPlans(db, store)
}

const addLogos = async (db: Kysely<Database>, store: FileStore): Promise<void> => {
  const services = await db
    .selectFrom('service')
    .select('id')
    .where('logoFileId', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  for (const [index, drawing] of logos.entries()) {
    const service = services[index]
    if (!service) return
    const file = await saveImage(db, store, await draw(drawing, 256, 256), { serviceId: service.id })
    await db.updateTable('service').set({ logoFileId: file.id }).where('id', '=', service.id).execute()
  }
}

const addPlans = async (db: Kysely<Database>, store: FileStore): Promise<void> => {
  const plans = await db.selectFrom('localMap').select(['id', 'serviceId']).where('imageFileId', 'is', null).execute()
  for (const { id, serviceId } of plans) {
    const file = await saveImage(db, store, await draw(hall, 950, 630), { serviceId })
    await db.updateTable('localMap').set({ imageFileId: file.id }).where('id', '=', id).execute()
  }
}

const addPhotos = async (db: Kysely<Database>, store: FileStore): Promise<void> => {
  const rows = await db
    .selectFrom('aoi')
    .innerJoin('eventType', 'eventType.id', 'aoi.eventTypeId')
    .leftJoin('publicText', 'publicText.aoiId', 'aoi.id')
    .select(['aoi.id', 'aoi.serviceId', 'eventType.icon', 'publicText.text'])
    .where('aoi.imageFileId', 'is', null)
    .orderBy('aoi.number')
    .execute()
  const drawn = new Map<string, ReturnType<typeof draw>>()
  for (const { id, serviceId, icon } of rows.filter(({ text }, index) => index % 3 === 0 || text !== null)) {
    const scene = sceneOf[icon] ?? 'default'
    const image = drawn.get(scene) ?? draw(scenes[scene] ?? '', 640, 480)
    drawn.set(scene, image)
    const file = await saveImage(db, store, await image, { serviceId })
    await db.updateTable('aoi').set({ imageFileId: file.id }).where('id', '=', id).execute()
  }
}

const publishPhotos = async (db: Kysely<Database>): Promise<void> => {
  await sql`update public_text p set photo_id = a.image_file_id from aoi a where a.id = p.aoi_id and p.photo_id is null`.execute(
    db,
  )
}

const addHeldPhoto = async (db: Kysely<Database>, store: FileStore): Promise<void> => {
  const report = await db
    .selectFrom('heldReport')
    .innerJoin('eventType', 'eventType.id', 'heldReport.eventTypeId')
    .select(['heldReport.id', 'heldReport.serviceId', 'eventType.icon'])
    .where('heldReport.state', '=', 'waiting')
    .orderBy('heldReport.receivedAt')
    .limit(1)
    .executeTakeFirst()
  if (!report) return
  const image = await draw(scenes[sceneOf[report.icon] ?? 'default'] ?? '', 640, 480)
  const file = await saveImage(db, store, image, { serviceId: report.serviceId })
  await db.updateTable('heldReport').set({ imageFileId: file.id }).where('id', '=', report.id).execute()
}

/** Adds a photo to every third entry by a member on events with a picture. */
const addEntryPhotos = async (db: Kysely<Database>, store: FileStore): Promise<void> => {
  const entries = await db
    .selectFrom('logEntry')
    .innerJoin('aoi', 'aoi.id', 'logEntry.aoiId')
    .select(['logEntry.id', 'aoi.serviceId'])
    .where('aoi.kind', '=', 'event')
    .where('aoi.imageFileId', 'is not', null)
    .where('logEntry.authorId', 'is not', null)
    .where('logEntry.isSystem', '=', false)
    .orderBy('aoi.number', 'desc')
    .orderBy('logEntry.id')
    .execute()
  const image = await draw(scenes.default ?? '', 640, 480)
  for (const { id, serviceId } of entries.filter((_, index) => index % 3 === 0)) {
    const file = await saveImage(db, store, image, { serviceId })
    await db.updateTable('logEntry').set({ photoFileId: file.id }).where('id', '=', id).execute()
  }
}

const sceneOf: Record<string, string> = {
  'alert-triangle': 'road',
  ripple: 'flood',
  droplet: 'flood',
  flame: 'fire',
  bolt: 'power',
}

const draw = async (drawing: string, width: number, height: number) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`
  return readImage(await sharp(Buffer.from(svg)).png().toBuffer())
}
