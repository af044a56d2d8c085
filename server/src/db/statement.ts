import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

/** Stands where a value will be. Looking into it is a mistake: the statement would be made for that one value. */
class Place {
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

const places = new Proxy({}, { get: (_, name) => new Place(String(name)) })

/**
 * A statement that is put together at its first use, and from then on only given its values: for those that every
 * request runs. `make` gets places in place of the values, and may do nothing with them but write them down.
 */
export const statement = <Values extends object, Row>(make: (db: Db, values: Values) => CompiledQuery<Row>) => {
  let made: CompiledQuery<Row> | undefined
  return async (db: Db, values: Values): Promise<Row[]> => {
    made ??= make(db, places as Values)
    const parameters = made.parameters.map((given) =>
      given instanceof Place ? values[given.name as keyof Values] : given,
    )
    return (await db.executeQuery<Row>({ ...made, parameters })).rows
  }
}
