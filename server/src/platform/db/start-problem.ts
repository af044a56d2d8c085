/** A problem that the person who starts the server can fix. Its message is the one line that is printed. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
