import type { FieldProblem } from '../http/problem.ts'

export const PASSWORD_MIN_LENGTH = 10

/** Passwords of ten and more characters that attackers try first; shorter ones are rejected by length. */
const common = new Set(
  `1234567890 0123456789 9876543210 1111111111 0000000000 1234567891 12345678910 123456789a 1q2w3e4r5t 1qaz2wsx3edc
   qwertyuiop qwerty1234 qwerty12345 qwerty123456 password12 password123 password1234 password12345 passw0rd123
   p@ssw0rd123 passwordpassword iloveyou12 iloveyou123 letmein1234 welcome123 welcome1234 welcome12345 administrator
   admin12345 admin123456 administrator1 changeme123 football123 baseball123 superman123 sunshine123 princess123
   monkey12345 dragon12345 abcdefghij abcd123456 abc1234567 a123456789 aa12345678 asdfghjkl1 asdfghjkl; zxcvbnm123
   q1w2e3r4t5 1qazxsw23edc qazwsxedcr 1122334455 1029384756 1357924680 2468013579 michelle12 jennifer12 computer123
   internet123 whatever123 trustno1234 starwars123 cohesion123 cohesion1234 israel1234 jerusalem1 telaviv123`.split(
    /\s+/,
  ),
)

/** A password needs at least 10 characters and must not be a common one. */
export const passwordProblem = (password: string): FieldProblem | undefined => {
  if ([...password].length < PASSWORD_MIN_LENGTH) return 'form.passwordShort'
  const plain = password.toLowerCase()
  if (common.has(plain) || new Set(plain).size < 3) return 'form.passwordCommon'
  return undefined
}
