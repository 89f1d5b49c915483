import type { Context } from './context.ts'

/** Prints a one-time link or code once it works. Only the demo does: without a mail server, it reaches no one otherwise. */
export const printInDemo = (
  { services, afterCommit }: Pick<Context, 'services' | 'afterCommit'>,
  text: string,
): void => {
  if (services.settings.demo) afterCommit.push(() => void process.stdout.write(`${text}\n`))
}
