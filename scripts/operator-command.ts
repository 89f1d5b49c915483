/** How every command that operators run reads its arguments, and how it ends if it fails. */
import { parseArgs } from 'node:util'
import { sentenceOf } from '#server/app/start-failures.ts'

/** How a command was run: one of its forms, and the word that it had. */
interface Call<Form extends string> {
  readonly form: Form
  /** The word in capitals of the form; '' in a form without one. */
  readonly word: string
}

/**
 * Runs a command by the arguments of this process. Its forms say how it can be run and what that does: options, and at most one
 * word, in capitals: `--check FILE`. Other arguments, and whatever fails, end the process with a sentence and exit code 1.
 */
export const runCommand = async <Form extends string>(
  command: string,
  forms: Readonly<Record<Form, string>>,
  run: (call: Call<Form>) => Promise<void>,
): Promise<void> => {
  const { values, positionals } = parseArgs({ strict: false, allowPositionals: true })
  const given = Object.keys(values)
  if (given.includes('help')) return console.log(helpOf(command, forms))
  // the keys are what the caller wrote
  const known = Object.keys(forms) as Form[]
  const form = known.find((one) => fits(one, given, positionals))
  if (form === undefined) {
    const unknown = given.find((name) => !known.some((one) => optionsOf(one).includes(name)))
    return refuse(
      `${unknown === undefined ? '' : `There’s no option ${asTyped(unknown)}. `}${helpOf(command, forms)}`,
    )
  }
  await run({ form, word: positionals[0] ?? '' }).catch((error: unknown) =>
    refuse(sentenceOf(error) ?? error),
  )
}

const refuse = (why: unknown): never => {
  console.error(why)
  return process.exit(1)
}

const asTyped = (option: string): string => (option.length === 1 ? `-${option}` : `--${option}`)

const optionsOf = (form: string): string[] =>
  form.split(' ').flatMap((part) => (part.startsWith('--') ? [part.slice(2)] : []))

const fits = (form: string, given: readonly string[], words: readonly string[]): boolean => {
  const options = optionsOf(form)
  const hasWord = form.split(' ').some((part) => part !== '' && !part.startsWith('--'))
  return (
    options.length === given.length &&
    options.every((option) => given.includes(option)) &&
    words.length === (hasWord ? 1 : 0) &&
    !words.includes('')
  )
}

const helpOf = (command: string, forms: Readonly<Record<string, string>>): string => {
  const calls = Object.entries(forms).map(([form, what]): [string, string] => [
    `npm run ${command}${form === '' ? '' : ` -- ${form}`}`,
    what,
  ])
  const width = Math.max(...calls.map(([call]) => call.length))
  return ['Run it like this:', ...calls.map(([call, what]) => `  ${call.padEnd(width)}  ${what}`)].join('\n')
}
