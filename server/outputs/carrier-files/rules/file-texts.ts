import type { CompleteSettings } from '#contract/setup/period-documents/carrier-file.ts'

/** What names a file. */
interface Named {
  readonly school_name: string
  readonly kind: string
  readonly is_test: boolean
}

/** Returns the file name: 'Harborview University 834 changes 2026-11-20 000000012.txt'. */
export const fileNameOf = (
  { school_name, kind, is_test: isTest }: Named,
  day: string,
  control: number,
): string => {
  const what = isTest ? `834 test ${kind}` : `834 ${kind}`
  const name = `${school_name} ${what} ${day} ${String(control).padStart(9, '0')}`
  return `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-')}.txt`
}

/** Returns what the access log says of a disclosure: the recipient, the purpose, and whether SSNs were in it. */
export const disclosureText = (
  { carrier_name: carrier }: Pick<CompleteSettings, 'carrier_name'>,
  { is_test: isTest, includes_ssns: withSsns }: { is_test: boolean; includes_ssns: boolean },
): string => `to ${carrier} for enrollment${withSsns ? ', with SSNs' : ''}${isTest ? ', as a test' : ''}`
