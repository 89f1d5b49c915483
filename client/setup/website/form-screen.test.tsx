import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { enrollFormIntro, waiverForm } from '#contract/setup/period-documents/forms.ts'
import { enrollFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import { openApp, sentTo } from '#client/testing/open-app.tsx'
import { setUpAnswers } from '#client/testing/set-up-server.ts'
import { admin } from '#client/testing/users.ts'

const one = (content: object) => ({ body: { data: { ...content, version: 1 } } })
// saved before statements could answer a requirement
const attestations = [{ key: 'true', label: 'My answers are true.' }]

const open = (kind: 'enroll-form' | 'waiver-form') =>
  openApp(`/schools/7/period/70/website/${kind}`, admin, {
    ...setUpAnswers,
    'GET /api/periods/70/custom-pages': { body: { data: [] } },
    [`GET /api/periods/70/${kind}`]: one({ ...waiverForm.empty, attestations }),
    [`GET /api/periods/70/${kind}/intro`]: one(enrollFormIntro.empty),
    [`GET /api/periods/70/${kind}/dropdowns-and-notices`]: one(enrollFormDropdowns.empty),
    [`PUT /api/periods/70/${kind}`]: ({ body }) => ({
      body: { data: { ...JSON.parse(String(body)), version: 2 } },
    }),
  })

test('a statement of the waiver form can answer a requirement', async () => {
  const { received } = await open('waiver-form')
  await screen.findByLabelText(/^Statement/)
  const requirement = screen.getByLabelText<HTMLInputElement>('Requirement it meets')
  expect([requirement.value, requirement.placeholder]).toEqual(['', 'No requirement'])
  await userEvent.type(requirement, 'answers are')
  const options = await screen.findAllByRole('option')
  expect(options).toHaveLength(1)
  await userEvent.click(within(options[0] ?? document.body).getByText('My answers are true'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Waiver form saved')).toBeTruthy()
  expect(sentTo(received, 'PUT /api/periods/70/waiver-form')).toMatchObject([
    { attestations: [{ ...attestations[0], confirms: 'truth' }] },
  ])
})

test('a statement of the enroll form answers none', async () => {
  await open('enroll-form')
  expect(await screen.findByLabelText(/^Statement/)).toBeTruthy()
  expect(screen.queryByLabelText('Requirement it meets')).toBeNull()
})
