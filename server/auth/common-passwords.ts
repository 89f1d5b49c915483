import { dictionary } from '@zxcvbn-ts/language-common'

/** Passwords that leaked often, in lower case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether a password is one of those that are tried first. */
export const isCommonPassword = (password: string): boolean => common.has(password)
