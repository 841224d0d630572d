/* Planted faults: a good program in all three representations, to be broken in one place at a time, and
 * verifiers that must say so. */
#ifndef GT_TESTS_HELPER_FAULTS_H
#define GT_TESTS_HELPER_FAULTS_H

#include "ir/verify.h"

typedef struct {
    gt_ctx ctx;
    gt_sym *sym; /* as written; the population program has one of its own */
    gt_pop *pop;
    gt_cmds *cmds;
} faulty;

/* The same object, to be overwritten: no pass shares what is broken here. */
void *faulty_edit(const void *object);
const gt_expr *faulty_int(faulty *f, int64_t value);
const gt_expr *faulty_yes(faulty *f);

/* Plants fault number `way` and returns what the verifier must say first; NULL: there are no more. */
typedef const char *faulty_plant(faulty *f, int way);
typedef void faulty_verify(gt_verifier *check, const faulty *f);

/* Each fault is found, in a fresh program of its own. */
void faulty_expect(faulty_plant *plant, faulty_verify *verify);
/* The program without a fault passes; its messages otherwise. */
void faulty_expect_good(void);

/* For whoever breaks one itself. */
void faulty_init(faulty *f);
void faulty_fini(faulty *f);

#endif
