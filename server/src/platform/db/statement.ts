import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Placeholder for a value. Converting it to text throws, because the SQL would then hold one fixed value. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`the text of a statement must not depend on its ${this.name}`)
  }
  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })

/**
 * A statement whose SQL is compiled at its first use; later uses only fill in values. For statements of every request,
 * where building the SQL takes longer than sending it. `make` is called once, with placeholders, which it may only pass
 * on as parameters.
 */
export const statement = <Values extends object, Row>(make: (db: Db, values: Values) => CompiledQuery<Row>) => {
  let compiled: CompiledQuery<Row> | undefined
  return async (db: Db, values: Values): Promise<Row[]> => {
    compiled ??= make(db, placeholders as Values)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
