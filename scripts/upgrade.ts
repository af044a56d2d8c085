// `npm run upgrade`: upgrades the data without serving. --check only prints how a start of this version would change
// the data. --postgres converts the embedded database of an earlier PostgreSQL; the server must be stopped. --back
// undoes the last upgrade, so that the previous version can start again.
import { parseArgs } from 'node:util'
import { StartProblem } from '../server/src/platform/db/start-problem.ts'
import { readConfig } from '../server/src/start/config.ts'
import { convertCluster } from '../server/src/start/convert-postgres.ts'
import { startDatabase } from '../server/src/start/database.ts'
import { goBack } from '../server/src/start/go-back.ts'
import { planUpgrade } from '../server/src/start/upgrade-plan.ts'
import { UpgradeProblem } from '../server/src/start/upgrade-problem.ts'
import { databaseIsLost, formatCount } from './lib/command.ts'

try {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      back: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    },
  })
  const config = readConfig(process.env)
  if (values.check) {
    const { isBlocked, lines } = await planUpgrade(config)
    console.log(lines.join('\n'))
    process.exitCode = isBlocked ? 1 : 0
  } else if (values.postgres) {
    const { from, formerFolder, backup, rows } = await convertCluster(config, (step) => console.log(`${step} …`))
    console.log(
      `The data of PostgreSQL ${from} is converted: ${formatCount(rows)} rows. The conversion used the backup ${backup}. ` +
        `Once everything works, remove ${formerFolder}.`,
    )
  } else if (values.back) {
    const { backup, createdAt } = await goBack(config, {
      mayReplace: values.replace,
      onLost: databaseIsLost,
      report: console.error,
      onStep: (step) => console.log(`${step} …`),
    })
    console.log(`The data is restored as of ${createdAt} (${backup}). Now start the previous version.`)
  } else {
    const database = await startDatabase(config, { onLost: databaseIsLost, report: console.error })
    await database.stop()
    console.log('The data is at this version.')
  }
} catch (problem) {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  process.exitCode = problem instanceof UpgradeProblem ? problem.exitCode : 1
}
