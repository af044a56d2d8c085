type Release<Result = unknown> = () => Promise<Result>

export const resourceList = () => {
  const open = new Set<Release>()
  return {
    /**
     * Registers a function that releases a resource. The returned function releases it once, however often it is
     * called.
     */
    add: <Result>(release: Release<Result>): Release<Result> => {
      let releasing: Promise<Result> | undefined
      const once = () => {
        open.delete(once)
        releasing ??= release()
        return releasing
      }
      open.add(once)
      return once
    },
    releaseAll: async (): Promise<string[]> => {
      const errors: string[] = []
      for (const release of [...open].reverse())
        await release().catch((error: unknown) => errors.push(error instanceof Error ? error.message : String(error)))
      return errors
    },
  }
}

export type ResourceList = ReturnType<typeof resourceList>

/** Servers, folders, proxies and browsers of one trial. `run.ts` releases those that a broken trial left behind. */
export const trialResources = resourceList()
export const runResources = resourceList()
