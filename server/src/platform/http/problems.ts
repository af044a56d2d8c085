import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, type ProblemCode } from '#contract'
import { outageOf } from '../db/availability.ts'

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

/** `away`: a restart takes seconds. `full`: an operator must free space. `slow`: retries would add load. */
const RETRY_AFTER_SECONDS = { away: 1, full: 30, slow: 10 }

/** Whether a text contained U+0000, the only character that PostgreSQL rejects in text and jsonb. */
const isUnstorableText = (error: unknown): boolean =>
  ['22021', '22P05'].includes((error as { code?: string })?.code ?? '')

/** Whether the client closed the connection before its body was complete. */
const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Maps any error to a problem. An unexpected one becomes `unknownServerError` and is logged. */
export const asProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code ? byFastifyCode[code] : undefined
  if (known) return new Problem(known, { cause: error })
  const outage = outageOf(error)
  if (outage) return new Problem('unavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS[outage] })
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
    .send({ ...problem.body(), ...(problem.statusCode >= 500 && { requestId: reply.request.id }) })
}

export type OnProblem = (problem: Problem, request: FastifyRequest) => void

/** Replies to errors with their problem and calls `onProblem`, which must not throw. */
export const handleProblems = (app: FastifyInstance, onProblem: OnProblem = () => {}): void => {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = asProblem(error)
    onProblem(problem, request)
    // Not logged as an error, because another host is at fault and anyone who opens a map can trigger it.
    if (problem.code === 'upstream') request.log.info({ err: error }, 'another host failed')
    else if (problem.statusCode >= 500 && !isAborted(request)) request.log.error({ err: error }, 'request failed')
    return sendProblem(problem, reply)
  })
}
