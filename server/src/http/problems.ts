import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type ProblemCode } from '#contract'

const byFastifyCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalidJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalidJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_REQ_FILE_TOO_LARGE: 'fileSize',
  FST_FILES_LIMIT: 'invalidMultipart',
  FST_FIELDS_LIMIT: 'invalidMultipart',
  FST_PARTS_LIMIT: 'invalidMultipart',
  FST_PROTO_VIOLATION: 'invalidMultipart',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupportedMediaType',
  FST_INVALID_JSON_FIELD_ERROR: 'invalidMultipart',
}

/** The database is restarting, full or out of reach: the caller may try again. */
const isDatabaseAway = (error: unknown): boolean => {
  const code = (error as { code?: string })?.code
  return ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', '57P01', '57P02', '57P03', '53300'].includes(code ?? '')
}

/** PostgreSQL stores every character but U+0000, in text and in jsonb. */
const isUnstorableText = (error: unknown): boolean =>
  ['22021', '22P05'].includes((error as { code?: string })?.code ?? '')

/** The sender closed the connection before its body was complete: nobody waits for the answer. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Whatever was thrown, as one of the known problems. Anything unforeseen stays inside and is logged. */
export const asProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code ? byFastifyCode[code] : undefined
  if (known) return new Problem(known, { cause: error })
  if (isDatabaseAway(error)) return new Problem('unavailable', { cause: error, retryAfterSeconds: 1 })
  if (isUnstorableText(error)) return new Problem('invalid', { cause: error })
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Problem('invalid', { cause: error })
  return new Problem('unknownServerError', { cause: error })
}

export const sendProblem = (problem: Problem, reply: FastifyReply): FastifyReply => {
  if (problem.retryAfterSeconds) reply.header('retry-after', String(problem.retryAfterSeconds))
  return reply
    .code(problem.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(problem.body())
}

export const handleProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = asProblem(error)
    if (problem.statusCode >= 500 && !isAborted(request)) request.log.error({ err: error }, 'request failed')
    return sendProblem(problem, reply)
  })
}
