/** Something the person who starts the server can put right. Its message is the one line they read. */
export class StartProblem extends Error {
  override name = 'StartProblem'
}
