/** A problem that the operator can fix. Only its message is printed, in one line. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
