import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { countsOf, inStatuses, StatusCounts } from './status-counts.tsx'

const counts = countsOf([
  { status: 'enrolled', quantity: 527 },
  { status: 'enrolled_waiver_submitted', quantity: 57 },
  { status: 'enrollment_submitted', quantity: 22 },
  { status: 'waived', quantity: 100 },
])

type Props = Parameters<typeof StatusCounts>[0]

const show = (filters: Props['filters']) => {
  const onFilter = vi.fn<Props['onFilter']>()
  render(<StatusCounts coverage="medical" onCoverage={() => undefined} {...{ counts, filters, onFilter }} />)
  return onFilter
}

test('a family counts all of its statuses, and a press filters by exactly those', async () => {
  const onFilter = show({})
  const enrolled = screen.getByRole('button', { name: 'Enrolled 606' })
  expect(enrolled.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(enrolled)
  expect(onFilter.mock.lastCall?.[1]?.constraints[0]?.value).toContain('enrolled_waiver_submitted')
})

test('with one status selected the pressed button counts that status, like the rows', async () => {
  const onFilter = show({ medical_status: inStatuses(['enrollment_submitted']) })
  expect(screen.queryByRole('button', { name: 'Enrolled 606' })).toBeNull()
  const one = screen.getByRole('button', { name: 'Enroll-S 22' })
  expect(one.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(one)
  expect(onFilter).toHaveBeenLastCalledWith('medical_status', null)
})
