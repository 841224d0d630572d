/* Who gets a turn (gt_turn, ir/sym.h), type by type; who is able, as an expression; and the program in which
 * one process is followed. For programs that are total and scalar, but for gt_turns_of and gt_turn_moves. */
#ifndef GT_IR_TURN_H
#define GT_IR_TURN_H

#include "ir/sym.h"

/* A turn, and one of the types that it is for. */
typedef struct {
    const gt_turn *turn;
    const gt_proc *owner; /* NULL: the program itself, for rules at top level */
} gt_served;

typedef struct {
    uint32_t n;
    const gt_served *v; /* turn by turn, as declared */
} gt_turns;

gt_turns gt_turns_of(gt_arena *arena, const gt_sym *sym);
/* Is firing this rule, of the same program or one made of it, what self, or the program, has its turn for? */
bool gt_turn_moves(const gt_served *served, const gt_rule *rule);

/* What the turns of a program do to one of its properties, as far as its formula tells. The paths on which
 * everybody has a turn are some of all paths, and every finite path can go on as one of them. */
typedef enum {
    GT_TURNS_NOTHING, /* it holds with turns if and only if it holds without */
    GT_TURNS_HELP,    /* what holds without holds with them */
    GT_TURNS_HINDER,  /* what fails without fails with them */
    GT_TURNS_EITHER
} gt_turns_effect;
gt_turns_effect gt_turns_effect_on(const gt_sym *sym, const gt_prop *prop);

/* Can process `who` of the type (NULL: the program) fire such a rule? */
const gt_expr *gt_turn_able(gt_arena *arena, const gt_sym *sym, const gt_served *served, const gt_expr *who);

/* The program in which, for each turn, a variable says whose move the last step was, if it was one; and of
 * self, or of the program, whether it is able and whether the last step was its move. */
typedef struct {
    gt_sym *sym;
    gt_turns turns;
    const gt_expr **able, **moved; /* parallel to the turns */
} gt_marked;
gt_marked gt_turns_mark(gt_arena *arena, const gt_sym *sym);

/* The program with one process of a type followed, a variable that is chosen initially and never assigned,
 * and, for each turn of the type, whether the last step was a move of that process. It has no properties. */
typedef struct {
    const gt_sym *sym;
    const gt_expr **able, **moved; /* parallel to the turns; NULL for turns of other types */
} gt_followed;
gt_followed gt_turns_follow(gt_arena *arena, const gt_sym *sym, const gt_turns *turns, const gt_proc *owner);

#endif
