import { spawnSync } from 'node:child_process'

const longest = 72

/** Returns what’s wrong with a commit’s subject, or null. */
export const checkSubject = (subject: string): string | null => {
  if (subject.length > longest) return `has ${subject.length} characters; at most ${longest} are allowed`
  if (subject.endsWith('.')) return 'ends with a period'
  if (/^\P{Lu}/u.test(subject)) return 'begins in lower case'
  return /^(\p{Lu}\p{L}*)(ed|ing)\b/u.test(subject) && !/^(Bring|Embed|Feed|Need|Speed)\b/.test(subject)
    ? 'isn’t imperative'
    : null
}

/**
 * Lists the commits with a wrong subject, starting with the commit that added this file. Without a `.git`
 * folder, there’s nothing to check.
 */
export const checkCommits = (root: string): string[] => {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? ''
  const first = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/commit-subjects.ts')
    .trim()
    .split('\n')
    .at(-1)
  if (!first) return []
  return git('log', '--no-merges', '--format=%h %s', `${first}^..HEAD`)
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const subject = line.slice(line.indexOf(' ') + 1)
      const why = checkSubject(subject)
      return why === null ? [] : [`${line.slice(0, line.indexOf(' '))} “${subject}” ${why}`]
    })
}
