import { expect, it } from 'vitest'
import { FileStoreUnavailableError } from '#server/platform/lib/files.ts'
import { sentenceOf } from './start-failures.ts'

const withCode = (code: string, more = {}): Error => Object.assign(new Error('technical'), { code, ...more })

it.each<[string, unknown, string]>([
  ['an unknown certificate', withCode('SELF_SIGNED_CERT_IN_CHAIN'), 'Add sslrootcert= with the path'],
  ['another host’s certificate', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'is for another host name'],
  ['a login without TLS', withCode('28000'), 'add ?sslmode=verify-full to both'],
  ['a database without TLS', new Error('The server does not support SSL connections'), 'remove sslmode'],
  ['a database without tables', withCode('42P01'), 'Start Shipmate, which migrates it'],
  ['a data folder that’s a file', withCode('EEXIST', { path: '/data' }), '/data: It’s a file, not a folder.'],
  [
    'a file store that’s down, not the database',
    new FileStoreUnavailableError('Couldn’t reach the file store.', { cause: withCode('ECONNREFUSED') }),
    'Couldn’t reach the file store. Check that it’s running, and check FILES_URL.',
  ],
])('%s has a sentence that says what to do', (_what, error, sentence) => {
  expect(sentenceOf(error)).toContain(sentence)
})

it('an error of the program has none, so that its stack is shown', () => {
  expect(sentenceOf(new TypeError('x is not a function'))).toBeNull()
})
