import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export const PMTILES_NAME = 'basemap.pmtiles'

/** A PMTiles file in the data folder is served with range requests, as `pmtiles` asks for it. */
export const registerBasemap = async (app: FastifyInstance, dataFolder: string): Promise<void> => {
  await app.register(fastifyStatic, { root: dataFolder, serve: false })
  app.get(`/${PMTILES_NAME}`, (_request, reply) => reply.sendFile(PMTILES_NAME, { maxAge: '1h' }))
}
