import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { holdTexts } from '#contract/review/imports/choices.ts'
import type { ImportRow, ImportRun } from '#contract/review/imports/shapes.ts'
import { broken, onePage, openApp, queriesOf, sentTo } from '#client/testing/open-app.tsx'
import { aboutPeriod, anImport } from '#client/testing/records.ts'
import { admin } from '#client/testing/users.ts'

const bram = { id: 1, sid: 'R1', name: 'Brambleby, Odalys', dob: '2000-11-02' }
const stopped: ImportRow = {
  row: 4,
  sid: 'R1',
  name: 'Thistlewood, Ira',
  changes: [],
  errors: [],
  finding: { kind: 'other_person', dob: '1999-05-09', student: bram, others: [], proposed_sid: null },
  left_out_for: null,
  decision: 'stopped',
}
const none = { added: 0, changed: 0, unchanged: 0, refused: 0 }
const found = { ...anImport.findings, other_person: 1, to_confirm: 1 }
const answer = (run: Partial<ImportRun>) => ({ body: { data: { ...anImport, ...run } } })
const open = (
  run: Parameters<typeof openApp>[2][string],
  rows: Parameters<typeof openApp>[2][string],
  more = {},
) =>
  openApp('/schools/7/period/70/import/5', admin, {
    'GET /api/periods/70/about': { body: { data: aboutPeriod } },
    'GET /api/imports/5': run,
    'GET /api/imports/5/rows': rows,
    ...more,
  })

test('a stopped row shows both people, and is confirmed and stopped again', async () => {
  let row = stopped
  const { received } = await open(
    () => answer({ counts: { ...none, refused: 1 }, findings: found }),
    () => onePage([row]),
    {
      'POST /api/imports/5/confirm-rows': () => {
        row = { ...stopped, decision: row.decision === 'stopped' ? 'confirmed' : 'stopped' }
        return answer({})
      },
    },
  )
  const list = within(await screen.findByRole('list', { name: 'Rows to check' }))
  expect(list.getByText('Another person?')).toBeTruthy()
  expect(list.getByText('Thistlewood, Ira · 05/09/1999')).toBeTruthy()
  expect(list.getByText('Brambleby, Odalys · 11/02/2000')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Same person: row 4, Thistlewood, Ira' }))
  expect(await list.findByText('Confirmed as the same person')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: 'Stop again: row 4, Thistlewood, Ira' }))
  await waitFor(() =>
    expect(sentTo(received, 'POST /api/imports/5/confirm-rows')).toEqual([
      { is_confirmed: true, rows: [4] },
      { is_confirmed: false, rows: [4] },
    ]),
  )
  expect(
    queriesOf(received, 'GET /api/imports/5/rows').some((query) => query.get('outcome') === 'finding'),
  ).toBe(true)
})

test('all stopped rows are confirmed at once', async () => {
  const { received } = await open(answer({ findings: { ...found, to_confirm: 3 } }), onePage([stopped]), {
    'POST /api/imports/5/confirm-rows': answer({}),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm all 3' }))
  await waitFor(() =>
    expect(sentTo(received, 'POST /api/imports/5/confirm-rows')).toEqual([{ is_confirmed: true }]),
  )
})

test('each finding says what confirming means', async () => {
  const kinds = [
    ['duplicate', 'Different person: row 1, Thistlewood, Ira', null],
    ['spoiled_id', 'Use ID R1: row 2, Thistlewood, Ira', 'R1'],
    ['unclear_id', 'Use ID R2: row 3, Thistlewood, Ira', 'R2'],
  ] as const
  const rows = kinds.map(([kind, _name, proposed_sid], index) => ({
    ...stopped,
    row: index + 1,
    finding: { kind, dob: null, student: null, others: [bram], proposed_sid },
  }))
  const read = {
    ...stopped,
    row: 9,
    decision: null,
    finding: { kind: 'respelled_id', dob: null, student: bram, others: [], proposed_sid: 'R1' },
  }
  await open(answer({ findings: { ...found, to_confirm: 1 } }), onePage([...rows, read]))
  for (const [, name] of kinds) expect(await screen.findByRole('button', { name })).toBeTruthy()
  expect(screen.getByText('Read as ID R1. Name and date of birth match.')).toBeTruthy()
})

test('rows that can’t be loaded say so', async () => {
  await open(answer({ counts: none, findings: found }), broken)
  expect(await screen.findByText('The rows couldn’t be loaded')).toBeTruthy()
})

test('a held file says why, and can’t be imported until someone confirms it', async () => {
  let isHeld = true
  const { received } = await open(
    () =>
      answer(isHeld ? { may_apply: false, held: { cause: 'shifted_ids', rows: 3 }, findings: found } : {}),
    onePage([stopped]),
    {
      'POST /api/imports/5/release': () => {
        isHeld = false
        return answer({})
      },
    },
  )
  expect(await screen.findByText(holdTexts.shifted_ids)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import / })).toBeNull()
  expect(await screen.findByText('Another person?')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Same person/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Upload another file' }).getAttribute('href')).toBe(
    '/schools/7/period/70/import',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Confirm file' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm file' }))
  expect(await screen.findByRole('button', { name: 'Import 48 students' })).toBeTruthy()
  expect(sentTo(received, 'POST /api/imports/5/release')).toHaveLength(1)
})

test('a whole roster lists the students who aren’t in it, and opens them in the student list', async () => {
  let missing: number | null = null
  const { received } = await open(() => answer({ applied: true, may_apply: false, missing }), onePage([]), {
    'POST /api/imports/5/missing-students': () => {
      missing = 3
      return answer({})
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'List missing students' }))
  expect(await screen.findByText('3 students in this policy year aren’t in this file')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Open in student list' }).getAttribute('href') ?? ''
  const url = new URL(link, 'http://localhost')
  expect(JSON.parse(url.searchParams.get('filters') ?? '')).toEqual({
    missing_from_roster: { operator: 'and', constraints: [{ match_mode: 'equals', value: true }] },
  })
  expect(sentTo(received, 'POST /api/imports/5/missing-students')).toHaveLength(1)
})
