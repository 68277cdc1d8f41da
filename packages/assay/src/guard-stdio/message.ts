import { savedResponseSchema, spendPolicySchema } from '@assay402/core'
import { z } from 'zod'
