import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { ReviewedAppeal } from '#contract/review/form-submissions/review-shapes.ts'
import { createQueryClient } from '#client/platform/lib/query.ts'
import { ToastProvider } from '#client/platform/ui/overlays/toast.tsx'
import { createToaster } from '#client/platform/ui/overlays/toaster.ts'
import { aFormUnderReview } from '#client/testing/forms.ts'
import { DecideStep } from './decide-step.tsx'

const appeal: ReviewedAppeal = {
  coverage_types: ['medical'],
  comment: 'My plan covers the whole year.',
  created_at: '2026-11-20T15:00:00.000Z',
  due_on: '2026-12-04',
  files: [],
  open_coverages: ['medical'],
  own_declines: [],
}
const step = (of: ReviewedAppeal | null, open: readonly Coverage[] = ['medical']) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider toaster={createToaster()}>
        <DecideStep
          form={{ ...aFormUnderReview, appeal: of }}
          open={open}
          toReview={[]}
          suggestions={[]}
          choices={{}}
          note={null}
          choiceTurn={0}
          reasonsTurn={0}
          onChoose={() => undefined}
          onAcceptAll={() => undefined}
          onChooseAll={() => undefined}
          onReviewed={() => undefined}
          onPreview={() => undefined}
        />
      </ToastProvider>
    </QueryClientProvider>,
  )
const choices = () =>
  within(screen.queryByRole('group', { name: 'Decision' }) ?? document.createElement('div'))
    .queryAllByRole('button')
    .map((one) => one.textContent)

test('a waiver is approved, unable to process or declined', () => {
  step(null)
  expect(choices()).toEqual(['Approve', 'Unable to process', 'Decline'])
  expect(screen.queryByText(/appealed/)).toBeNull()
})

test('an appeal is approved or declined, by its own day', () => {
  step(appeal)
  expect(
    screen.getByText('The student appealed on 11/20/2026. Decide the appeal by 12/04/2026.'),
  ).toBeTruthy()
  expect(choices()).toEqual(['Approve', 'Decline'])
})

test('someone who declined the waiver reads that someone else must decide, and has no choice', () => {
  step({ ...appeal, own_declines: ['medical'] }, [])
  expect(screen.getByText(/Someone else must decide it, because you declined the waiver\./)).toBeTruthy()
  expect(choices()).toEqual([])
})
