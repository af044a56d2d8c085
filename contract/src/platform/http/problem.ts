import type { z } from 'zod'
import type { Usage } from './usage.ts'

/** All problems with status and English sentence. The web translates the code. */
export const problems = {
  invalid: [400, 'Some values are missing or wrong.'],
  invalidJson: [400, 'The body is not valid JSON.'],
  invalidMultipart: [400, 'The form could not be read.'],
  notARecording: [400, 'Not audio or video that can be played.'],
  notAnImage: [400, 'Not a JPEG, PNG, WebP or GIF image.'],
  imagePixels: [413, 'The image has too many pixels or frames.'],
  signedOut: [401, 'Sign in first.'],
  apiToken: [401, 'The API token is wrong, expired or revoked.'],
  ingestKey: [401, 'The ingest key is missing, wrong or revoked.'],
  wrongCredentials: [401, 'The name or the password is wrong.'],
  wrongCode: [401, 'The code is wrong.'],
  signInExpired: [401, 'This sign-in has expired.'],
  apiKey: [403, 'The API key is missing or wrong.'],
  newPassword: [403, 'Choose a new password first.'],
  secondFactor: [403, 'A second factor is required.'],
  forbidden: [403, 'You may not do this.'],
  setupToken: [403, 'The token is not the one printed at start.'],
  notFound: [404, 'Not found.'],
  methodNotAllowed: [405, 'This address does not support that method.'],
  tooSlow: [408, 'The request arrived too slowly.'],
  archived: [409, 'Entries cannot be added to an archived item.'],
  starterInUse: [409, 'Part of this starter set is in use.'],
  tooManyRules: [409, 'A service has at most 500 rules. Delete one first.'],
  tooManyMutes: [409, 'A service has at most 100 mutes at once. End one first.'],
  communityInUse: [409, 'This community has activities.'],
  merged: [409, 'This report is merged with others. Separate them first.'],
  inUse: [409, 'This is still in use.'],
  conflict: [409, 'Someone else changed this first.'],
  lastTechnician: [409, 'The last Technician of a service cannot be deleted.'],
  lastServerOwner: [409, 'The last server owner cannot be deleted.'],
  ownService: [409, 'You cannot delete your own service.'],
  usernameTaken: [409, 'This username is taken.'],
  setupDone: [409, 'This server has been set up already.'],
  offlineMode: [409, 'The server is in offline mode.'],
  setByEnvironment: [409, 'Set by the environment of the server.'],
  inviteExpired: [410, 'This link has expired.'],
  inviteUsed: [410, 'This link has been used.'],
  fileSize: [413, 'File size should be less than 2 MB!'],
  mediaSize: [413, 'A recording may have at most 20 MB.'],
  tooLarge: [413, 'The request is too large.'],
  unsupportedMediaType: [415, 'This content type is not accepted here.'],
  tooManyAttempts: [429, 'Too many attempts.'],
  tooManyRequests: [429, 'Too many requests.'],
  imagesBusy: [429, 'Many images are being processed.'],
  unknownServerError: [500, 'Unknown server error.'],
  upstream: [502, 'The map server did not send a valid response.'],
  manySignIns: [503, 'Many people are signing in. Retry after the time in Retry-After.'],
  unavailable: [503, 'The server cannot respond right now.'],
  network: [0, 'The server could not be reached.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemCode = keyof typeof problems

export type FieldProblem =
  | 'form.required'
  | 'form.invalid'
  | 'form.url'
  | 'form.tooLong'
  | 'form.outOfRange'
  | 'form.notInList'
  | 'form.tooShort'
  | 'form.fileSize'
  | 'form.image'
  | 'form.imagePixels'
  | 'form.passwordShort'
  | 'form.passwordCommon'
  | 'form.passwordSame'
  | 'form.passwordWrong'
  | 'form.codeWrong'
  | 'form.username'
  | 'form.usernameTaken'
  | 'form.phone'
  | 'form.chatTemplate'
  | 'form.activityTime'
  | 'form.endBeforeStart'
  | 'form.outline'
export type FieldProblems = Record<string, FieldProblem>

export type ProblemBody = {
  statusCode: number
  error: string
  message: string | string[]
  code: ProblemCode
  fields?: FieldProblems
  usedBy?: readonly Usage[]
  /** Id of the request in the server's log, for statuses from 500. */
  requestId?: string
}

const reasons: Record<number, string> = {
  0: 'Network Error',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

const sentences: Record<FieldProblem, string> = {
  'form.required': 'is required',
  'form.invalid': 'is not valid',
  'form.url': 'must be an http or https address',
  'form.tooLong': 'is too long',
  'form.outOfRange': 'is out of range',
  'form.notInList': 'is not in the list of values',
  'form.tooShort': 'is too short',
  'form.fileSize': 'must be less than 2 MB',
  'form.image': 'must be an image',
  'form.imagePixels': 'has too many pixels or frames',
  'form.passwordShort': 'must have at least 10 characters',
  'form.passwordCommon': 'is too common',
  'form.passwordSame': 'must be a new one',
  'form.passwordWrong': 'is wrong',
  'form.codeWrong': 'is wrong',
  'form.usernameTaken': 'is taken',
  'form.username': 'may contain letters, digits, . - and _',
  'form.phone': 'is not a phone number',
  'form.chatTemplate': 'must be an https, tel or sms address with {phone}',
  'form.activityTime': 'needs a start time and an end time',
  'form.endBeforeStart': 'is before the start',
  'form.outline': 'must have three corners and not cross itself',
}

type ProblemDetails = {
  fields?: FieldProblems
  usedBy?: readonly Usage[]
  retryAfterSeconds?: number
  requestId?: string
  cause?: unknown
}

/**
 * An error of the API. One handler on the server turns it into the reply, and the web's `call` throws the same class.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: FieldProblems | undefined
  readonly usedBy: readonly Usage[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(problems[code][1], { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = details.fields
    this.usedBy = details.usedBy
    this.retryAfterSeconds = details.retryAfterSeconds
    this.requestId = details.requestId
  }

  get statusCode(): number {
    return problems[this.code][0]
  }

  body(): ProblemBody {
    const { fields, usedBy } = this
    const status = this.statusCode
    const message = fields
      ? Object.entries(fields).map(([field, problem]) => `${field} ${sentences[problem]}`)
      : problems[this.code][1] +
        (usedBy ? ` Used by: ${usedBy.map(({ kind, name }) => `${kind} ${name}`).join(', ')}` : '')
    return {
      statusCode: status,
      error: reasons[status] ?? 'Error',
      message,
      code: this.code,
      ...(fields && { fields }),
      ...(usedBy && { usedBy }),
    }
  }
}

export const orNotFound = <T>(thing: T | undefined | null): T => {
  if (thing === undefined || thing === null) throw new Problem('notFound')
  return thing
}

const isFieldProblem = (text: string): text is FieldProblem => text in sentences

const isAboutNumber = ({ origin }: { origin: string }): boolean => ['number', 'int', 'bigint'].includes(origin)

/** Problem of a field: named by the schema (`{ error: 'form.url' }`), else derived from the kind of issue. */
const problemOf = (issue: z.core.$ZodIssue): FieldProblem => {
  if (isFieldProblem(issue.message)) return issue.message
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined)
    return 'form.required'
  if ((issue.code === 'too_small' || issue.code === 'too_big') && isAboutNumber(issue)) return 'form.outOfRange'
  if (issue.code === 'too_small')
    return issue.origin === 'string' && issue.minimum === 1 ? 'form.required' : 'form.tooShort'
  if (issue.code === 'too_big') return 'form.tooLong'
  return 'form.invalid'
}

export const fieldProblems = (error: z.core.$ZodError, root = 'body'): FieldProblems => {
  const fields: FieldProblems = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.') || root
    fields[path] ??= problemOf(issue)
  }
  return fields
}
