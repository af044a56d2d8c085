import type { Db } from '../db/database.ts'

/** A value that all servers of the database share: the stored one, otherwise the one that `make` returns. */
export const storedSecret = async (db: Db, name: string, make: () => unknown): Promise<unknown> => {
  const stored = () => db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst()
  const row = await stored()
  if (row) return row.value
  await db
    .insertInto('secret')
    .values({ name, value: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored())?.value
}

export const forgetSecret = async (db: Db, name: string): Promise<void> => {
  await db.deleteFrom('secret').where('name', '=', name).execute()
}
