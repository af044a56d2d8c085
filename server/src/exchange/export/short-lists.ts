import type { Actor, ExportList, Language } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { alarms, reports, warnings } from './current-lists.ts'
import type { ExportableList } from './list.ts'
import { groups, members, regions, sensors } from './service-lists.ts'
import type { Item, ShortListKind } from './short-list.ts'
import { texts } from './texts.ts'

type ShortList = Exclude<ExportList, 'aois'>

export const shortLists: Record<ShortList, ShortListKind> = {
  members,
  groups,
  sensors,
  regions,
  reports,
  alarms,
  warnings,
}

/** The items with these ids, in the order of the ids. */
const chosen = (items: readonly Item[], ids: readonly string[]): Item[] => {
  const byId = new Map(items.map((item) => [item.id, item]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

const PAGE_ROWS = 500

/** Reads a list whole: the API sends it without pages too, so it is short enough. */
export const shortList = async (
  db: Db,
  actor: Actor,
  { list, ids, language }: { list: ShortList; ids?: readonly string[] | undefined; language: Language },
): Promise<ExportableList> => {
  const { columns, read } = shortLists[list]
  const titles = { ...texts[language].columns, ...texts[language].shortColumns }
  const all = await read(db, actor, { language, ids })
  const items = ids ? chosen(all, ids) : all
  return {
    title: texts[language].lists[list],
    fileName: list,
    rows: items.length,
    columns: columns.map((_id) => ({ _id, title: titles[_id] })),
    pages: async function* (isShown) {
      const shown = columns.filter(isShown)
      for (let from = 0; from < items.length; from += PAGE_ROWS)
        yield items.slice(from, from + PAGE_ROWS).map((item) => ({ ...item, cells: shown.map((id) => item.cells[id]) }))
    },
  }
}
