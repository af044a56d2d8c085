import type { AoiSummary } from '#contract'
import { BYTE_ORDER_MARK, lineOf, timeText } from '../../../ui/text/csv.ts'

export type Column = {
  id: string
  question: string
  typeId: string
  type: string
  answerText?: (value: string) => string
  /** An archived question: gets a column only if a row has an answer. */
  isArchived?: boolean | undefined
}

export type Fact = { title: string; of: (aoi: AoiSummary) => string }

export type CsvTexts = {
  name: string
  created: string
  phone: string
  creator: string
  address: string
  place: (lat: string, lng: string) => string
  ofType: (question: string, type: string) => string
}

type Row = { cells: string[]; answers: Map<string, string> }

const rowOf = (aoi: AoiSummary, texts: CsvTexts, facts: readonly Fact[]): Row => {
  const { address, geometry, properties } = aoi
  const { name, creationTime, creator, publicAction } = properties
  const [lng = 0, lat = 0] = geometry[0]?.coordinates ?? []
  const creatorName = creator && ([creator.firstName, creator.lastName].filter(Boolean).join(' ') || creator.username)
  return {
    cells: [
      name,
      timeText(creationTime),
      creator?.phone ?? '',
      creatorName ?? '',
      address || texts.place(lat.toFixed(2), lng.toFixed(2)),
      ...facts.map((fact) => fact.of(aoi)),
    ],
    answers: new Map(publicAction?.fields?.map(({ _id, value }) => [_id, value])),
  }
}

/** Rows are added page by page; the columns of questions are decided when all rows are there. */
export const makeCsv = (texts: CsvTexts, questions: readonly Column[], facts: readonly Fact[] = []) => {
  const rows: Row[] = []
  const typeIds = new Set<string>()
  const answered = new Map<string, Column>()

  const add = (aois: readonly AoiSummary[]): void => {
    for (const aoi of aois) {
      rows.push(rowOf(aoi, texts, facts))
      const type = aoi.properties.publicAction
      if (type) typeIds.add(type._id)
      for (const { _id, name } of type?.fields ?? [])
        if (!answered.has(_id))
          answered.set(_id, { id: _id, question: name, typeId: type?._id ?? '', type: type?.name ?? '' })
    }
  }

  /** The questions of the types in the file, in their order, then archived ones that were answered. */
  const columns = (): Column[] => {
    const current = questions.filter(
      ({ id, typeId, isArchived }) => (!isArchived && typeIds.has(typeId)) || answered.has(id),
    )
    const ids = new Set(current.map(({ id }) => id))
    return [...current, ...[...answered.values()].filter(({ id }) => !ids.has(id))]
  }

  /** The text in chunks of `size` rows, so that the caller can yield to the page in between. */
  function* parts(size: number): Generator<string> {
    const shown = columns()
    yield BYTE_ORDER_MARK + lineOf(headerOf(shown, texts, facts))
    for (let from = 0; from < rows.length; from += size)
      yield rows
        .slice(from, from + size)
        .map(({ cells, answers }) => lineOf([...cells, ...shown.map((column) => answerTo(column, answers))]))
        .join('')
  }
  return { add, parts }
}

const answerTo = ({ id, answerText }: Column, answers: Row['answers']): string => {
  const answer = answers.get(id) ?? ''
  return answerText ? answerText(answer) : answer
}

const headerOf = (columns: readonly Column[], texts: CsvTexts, facts: readonly Fact[]): string[] => {
  const same = Map.groupBy(columns, ({ question }) => question)
  const titleOf = ({ question, type }: Column) =>
    (same.get(question)?.length ?? 0) > 1 ? texts.ofType(question, type) : question
  return [
    texts.name,
    texts.created,
    texts.phone,
    texts.creator,
    texts.address,
    ...facts.map(({ title }) => title),
    ...columns.map(titleOf),
  ]
}
