import { execFileSync } from 'node:child_process'

/** Lists the project’s files under folders or patterns, as paths from `root`: committed ones and new ones. */
export const trackedFiles = (root: string, ...patterns: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '')

/** Lists the project’s TypeScript files, without generated ones. */
export const trackedSources = (root: string): string[] =>
  trackedFiles(root, '*.ts', '*.tsx').filter((file) => file !== 'server/platform/db/schema.ts')
