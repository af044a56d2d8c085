const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')

/** Runs a transaction up to `attempts` times while PostgreSQL rolls it back because of a conflict with another one. */
export const retryConflicts = async <T>(run: () => Promise<T>, { attempts = 3 } = {}): Promise<T> => {
  for (let left = attempts - 1; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left <= 0 || !isConflict(error)) throw error
    }
  }
}
