import { configure } from '@testing-library/react'

// `findBy…` and `waitFor` give up after a second by default, which a busy machine needs for one press.
configure({ asyncUtilTimeout: 60_000 })
