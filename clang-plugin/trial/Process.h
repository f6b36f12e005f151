//===- trial/Process.h - one process of a program on trial ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a whole program for one rank, as far as what it does is known from
// its source: it ends where something unknown decides about calls of MPI.
// What MPI or another process brings is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_CLANG_PLUGIN_TRIAL_PROCESS_H
#define FENCEPOST_CLANG_PLUGIN_TRIAL_PROCESS_H

#include "trial/Code.h"
#include "trial/Events.h"
#include "trial/Exchange.h"
#include "trial/Kinds.h"

#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>

namespace fencepost::plugin::trial {

/// What the MPI library's header has for what programs pass on. Handles are addresses of objects
/// in Open MPI, and numbers in MPICH.
struct Bindings {
  int64_t procNull, orderC, lockShared, commTypeShared;
  int64_t noCheck, noPrecede, noPut, noStore, noSucceed; // MPI_MODE_...
  struct Constant {
    llvm::StringLiteral object;
    int64_t number;
  };
  Constant world, self, noOp;
};

class Process {
public:
  /// `argc`: as main is given it.
  Process(Code &code, Exchange &exchange, int64_t rank, int64_t size, int64_t argc);

  Course run(const clang::FunctionDecl *main);

private:
  enum class Flow : uint8_t { GoesOn, Break, Continue, Return };
  struct Frame {
    const clang::FunctionDecl *function = nullptr;
    Value self;                   // what `this` points to
    const Frame *outer = nullptr; // of a lambda: who made it
    llvm::DenseMap<const clang::VarDecl *, Object *> variables;
    llvm::DenseMap<const clang::Expr *, int64_t> lengths; // of arrays, when they were declared
    Value returned;
  };
  static constexpr unsigned kMostSteps = 12000, kMostDepth = 24, kMostRounds = 66,
                            kMostLoopSteps = 6000;

  Code &code;
  Exchange &exchange;
  clang::ASTContext &context;
  const Bindings &bindings;
  const int64_t rank, size, argc;
  Course course;
  std::deque<Frame> frames;
  Frame *frame = nullptr;
  llvm::DenseMap<const clang::VarDecl *, Object *> statics;
  llvm::DenseMap<const clang::StringLiteral *, Object *> literals;
  llvm::DenseMap<const Object *, const Frame *> lambdas; // by the object: who made it
  std::map<std::pair<const Object *, int64_t>, const clang::CXXRecordDecl *> classes; // of objects
  std::vector<Handle> handles;
  llvm::SmallVector<Value, 14> given;                                // arguments of the call of MPI
  std::vector<std::pair<Object *, const clang::Expr *>> temporaries; // with what makes them
  struct Whole {
    const Frame *of = nullptr;
    std::size_t since = 0;                                     // temporaries
  } whole;                                                     // the expression it is in
  llvm::SmallPtrSet<const Object *, 8> handedOver;             // buffers and memory of windows
  std::map<std::pair<unsigned, int64_t>, Object *> peers;      // of shared windows, by rank
  std::map<std::string, unsigned> sent, received, collectives; // how many, by channel or comm
  unsigned steps = 0, depth = 0;
  unsigned spared = 0; // steps of loops that it has left at some round
  llvm::SmallPtrSet<const clang::VarDecl *, 2> forgottenElements; // of range loops, by the variable
  llvm::SmallPtrSet<const clang::Stmt *, 4> tooLong; // loops that it has left at some round
  const clang::Stmt *forgotten = nullptr;            // what it goes on without knowing
  const clang::CallExpr *assigning = nullptr;        // by an operator that nobody wrote
  Value assigned;                                    // where the last assignment stored
  std::vector<AccessEvent> *watched = nullptr;       // all accesses of an iteration
  struct Polling {
    const clang::Stmt *loop = nullptr;
    unsigned since = 0;             // calls before its rounds
  } polling;                        // the innermost loop of the function that does nothing but wait
  bool areStaticsForgotten = false; // those that have not been met yet, too
  bool isOver = false;              // nothing more is known, or it ended

  // Statements.cpp
  Flow run(const clang::Stmt *statement);
  void runExpression(const clang::Expr *expr);
  /// What makes an object that does not end there, but with what it is made in; null: there is
  /// none.
  static const clang::Expr *madeBy(const clang::Expr *expr);
  Flow runBlock(const clang::CompoundStmt *block);
  Flow runIf(const clang::IfStmt *choice);
  Flow runLoop(const clang::Stmt *loop);
  /// Whether some of its iterations told what all do.
  bool runInPart(const clang::ForStmt *loop);
  void record(const AccessEvent &event);
  Flow runShared(const clang::OMPLoopDirective *loop);
  Flow runRange(const clang::CXXForRangeStmt *loop);
  Flow runSwitch(const clang::SwitchStmt *cases);
  void declare(const clang::DeclStmt *declared);
  /// Goes on without knowing what that did.
  Flow skip(const clang::Stmt *statement);
  void forget(const clang::Stmt *statement);
  void forget(const Change &change, bool arePointersSame);
  /// Variables and members, which lead to the same place as long as none of them is changed.
  bool isPath(const clang::Expr *pointer) const;
  Value pointedTo(const clang::Expr *pointer);
  /// Where a reference of the function leads.
  Value referredTo(const clang::VarDecl *reference) const;
  /// `stored`: the type of what is stored there; null: anything may be.
  void forgetPlace(const clang::Expr *lvalue, bool arePointersSame, clang::QualType stored = {});
  void forgetMember(Value record, const clang::MemberExpr *member);
  Value containerAt(const clang::Expr *container);
  /// Whether it is known where the elements of the container are.
  bool forgetElements(const clang::Expr *container);
  /// What the call (see Code::onlyGrows) changes.
  void forgetGrown(const clang::CXXMemberCallExpr *call, bool arePointersSame);
  /// What a store of that type may change, wherever it goes; null: of any.
  void forgetShared(clang::QualType stored = {});
  Object::Kinds kindsIn(clang::QualType stored) const;
  /// Whether the program waits in the loop for what others leave in a window. It ends then, after
  /// nobody knows how many rounds.
  bool awaits();
  void forgetDeclared(const clang::Stmt *statement);
  bool surelyEnds(const clang::Stmt *statement);
  void stop() { isOver = true; }

  // Lifetimes.cpp
  void end(const clang::VarDecl *variable);
  bool endRuns(const clang::DeclStmt *declared);
  void endObject(Value place, clang::QualType type, const Ending &by);
  void endClass(Value place, const clang::CXXRecordDecl *record, const Ending &by);
  void endUnseen(clang::QualType type);
  /// Of the whole expression.
  void endTemporaries();
  void endOwned(Value first, clang::QualType element, const Ending &by);
  void endContainer(Value place, clang::QualType type, const Ending &by);
  void release(Value memory, const Ending &by);

  // Expressions.cpp and Places.cpp
  Value value(const clang::Expr *expr);
  Value place(const clang::Expr *lvalue);
  Value bound(const clang::BindingDecl *binding);
  Value castOf(const clang::CastExpr *cast);

  // Lambdas.cpp
  Value closure(const clang::LambdaExpr *lambda);
  void capturedAnew(const clang::VarDecl *variable, Frame &maker);

  Value unary(const clang::UnaryOperator *expr);
  Value binary(const clang::BinaryOperator *expr);
  /// Of two handles of MPI, where at least one was made.
  std::optional<bool> areSameHandle(Value left, Value right) const;
  Value arithmetic(clang::BinaryOperatorKind kind, Value left, Value right,
                   clang::QualType leftType, clang::QualType rightType);
  void assign(Value to, clang::QualType type, Value what, const clang::Expr *expr);
  Value load(Value from, clang::QualType type, const clang::Expr *expr);
  void access(Value at, int64_t bytes, bool writes, const clang::Expr *expr);
  Value variable(const clang::VarDecl *variable);
  Object *make(const clang::VarDecl *variable = nullptr);
  /// Fills what is new at that place.
  void initialize(Value at, clang::QualType type, const clang::Expr *initial);
  std::optional<int64_t> sizeOf(clang::QualType type) const;
  std::optional<int64_t> lengthOf(const clang::Expr *length) const;
  /// The arrays of variable length that the type is made of.
  void measure(clang::QualType type);
  Value fit(Value number, clang::QualType type) const;

  // Reals.cpp
  /// Of a real of any type a number; of a number a real, where the type is one of reals.
  Value fitReal(Value number, clang::QualType type) const;
  /// What sqrt, floor and the like give, or a constant.
  Value calculated(const clang::CallExpr *call, llvm::ArrayRef<Value> values) const;

  // Calls.cpp
  Value call(const clang::CallExpr *call);
  Value enter(const clang::FunctionDecl *definition, Value self,
              llvm::ArrayRef<const clang::Expr *> arguments, const Frame *outer = nullptr,
              llvm::ArrayRef<Object *> passed = {});
  Value construct(const clang::CXXConstructExpr *made, Value at);
  /// Of a base, by a constructor of its own that is given what this one is.
  void construct(const clang::CXXInheritedCtorInitExpr *made, Value at);
  /// The class of the object that this is a part of, and where that is; null: that is not known.
  const clang::CXXRecordDecl *dynamicClass(const clang::CXXRecordDecl *part, Value &self) const;
  /// Which method the call of a virtual one comes to, and what `this` points to in it; null: that
  /// is not known.
  const clang::CXXMethodDecl *dispatch(const clang::CXXMethodDecl *method, Value &self) const;
  void startThread(llvm::ArrayRef<const clang::Expr *> arguments);
  Value library(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  /// Of a container that keeps its elements in one piece, where these are known.
  struct Elements {
    clang::QualType type;
    Value first, count;
  };
  std::optional<Elements> elementsIn(Value container, clang::QualType type);
  /// Whether an element may be made of it by code of the program.
  bool mayConvert(const clang::Expr *given, clang::QualType element);
  /// What subspan, first and last give.
  Value partOfSpan(const clang::CallExpr *call, llvm::StringRef name, const Elements &whole);
  /// A vector whose elements run no code of the program.
  bool isPlainVector(clang::QualType type);
  Value copied(const clang::Expr *from);
  void setElement(Value at, clang::QualType element, std::optional<Value> what,
                  clang::QualType given, bool isTaken = false);
  void takeVector(Value to, Value from);
  void forward(Value at, clang::QualType type, const clang::Expr *given);
  int64_t mostFilled(clang::QualType element);
  Object *makeElements(clang::QualType element, Value count, std::optional<Value> what,
                       clang::QualType given);
  Object *copyElements(const Elements &from);
  std::optional<Elements> listed(const clang::Expr *given);
  void setVector(Value vector, Object *elements, Value count);
  /// What a method of a plain vector does that changes which elements there are; nothing of others.
  std::optional<Value> changeVector(const clang::CallExpr *call, Value vector,
                                    clang::QualType type);
  void fillVector(Value vector, const Elements &had, bool isAssigned, llvm::ArrayRef<Value> given,
                  clang::QualType type);
  Value assignVector(const clang::CallExpr *call, Value vector, clang::QualType type);
  void reserve(const Elements &had, Value count, const clang::CallExpr *call);
  /// Two vectors, numbers or pointers change places. Whether nobody has to forget anything.
  bool swap(Value one, Value other, clang::QualType type, const clang::CallExpr *call);
  std::optional<Value> container(const clang::CallExpr *call);
  /// What std::move, std::forward and std::exchange give.
  std::optional<Value> passedOn(const clang::CallExpr *call);
  /// What std::make_unique gives, where it runs a constructor of the program.
  std::optional<Value> makeUnique(const clang::CallExpr *call);
  /// Whether a function that may communicate is given to one out of sight.
  bool isGivenToCall(llvm::ArrayRef<const clang::Expr *> arguments);
  /// Where the unique_ptr is that gives away what it owns.
  Value ownerIn(const clang::Expr *owner);
  bool fillPair(llvm::ArrayRef<const clang::Expr *> given, const clang::CXXRecordDecl *record,
                Value at);
  bool fillContainer(const clang::CXXConstructExpr *made, Value at);
  bool makeVector(const clang::CXXConstructExpr *made, clang::QualType element, Value at);
  void loseElements(const clang::CXXConstructExpr *made);
  Value taken(const clang::Expr *given, clang::QualType element);
  /// What `=` and reset of a unique_ptr return.
  std::optional<Value> changeOwner(const clang::CallExpr *call);
  bool makeSpan(const clang::CXXConstructExpr *made, Value at);
  /// Where a pointer or iterator is that the library is given; `known`: a pointer's value.
  std::optional<Elements> elementAt(const clang::Expr *expr, Value known);
  struct Range {
    Value first;
    int64_t bytes, element; // of all, and of one
  };
  std::optional<Range> rangeOf(llvm::ArrayRef<const clang::Expr *> exprs,
                               llvm::ArrayRef<Value> values, bool isCounted);
  unsigned rangesIn(const clang::CallExpr *call);
  /// Whether it is an algorithm of the library that calls nothing of the program's own.
  bool isOfNumbers(const clang::CallExpr *call);
  /// Whether it only reads or writes elements that lie together; accesses them.
  bool algorithm(const clang::CallExpr *call, llvm::ArrayRef<Value> values);
  /// What a function out of sight is given a pointer to, and what that leads to.
  void forgetArguments(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                       llvm::ArrayRef<Value> values);

  // Messages.cpp
  struct Part {
    Value buffer;
    int64_t element = 0, count = 0; // bytes of each; 0: they are no numbers
    bool isReal = false;            // float or double
  };
  Part partOf(const MpiCall &call, Role buffer, Role count, Role type);
  Exchange::Numbers numbersIn(const Part &part) const;
  void receive(const Part &part, const Exchange::Numbers &numbers);
  static Exchange::Numbers reduced(const std::vector<Exchange::Numbers> &all, Value by,
                                   const Part &part);
  void message(const MpiCall &call);
  void collective(const MpiCall &call);
  struct Parts {
    int64_t count, leftOut; // which of them is not moved
  };
  /// The call reads or writes its elements there, one part behind the other, until it returns.
  void moves(const MpiCall &call, Role buffer, Role count, Role type, bool writes,
             Parts parts = {1, -1});

  // Communicators.cpp
  Value newComm(std::string name, std::vector<int64_t> members, Grid grid = {});
  std::optional<std::vector<int64_t>> numbersAt(Value place, Value count, int64_t bytes = 4) const;
  Value madeOf(unsigned comm, llvm::StringRef made);
  void makeComm(const MpiCall &call);
  /// Whether what the call asks for is known.
  bool topology(llvm::StringRef name);
  void giveNumbers(Value to, const std::vector<int64_t> &numbers);

  // Types.cpp
  bool makeType(const clang::CallExpr *call, llvm::StringRef name);
  std::optional<Layout> layoutMadeBy(llvm::StringRef name, int64_t handleBytes) const;
  std::optional<Layout> typeOf(Value value) const;
  /// Of all its data; empty: there is none, or nobody knows.
  std::string nameOfType(Value value) const;
  /// The bytes of so many elements: the first of very many, and the last.
  std::vector<ByteRange> piecesOf(const std::optional<Layout> &type,
                                  std::optional<int64_t> count) const;

  // Mpi.cpp and Handles.cpp
  Value mpi(const clang::CallExpr *call);
  void localMpi(const clang::CallExpr *call, llvm::StringRef name);
  CallEvent &add(const MpiCall &call);
  void operation(const MpiCall &call);
  void makeWindow(const MpiCall &call);
  void query(const MpiCall &call);
  Value argument(const MpiCall &call, Role role);
  std::optional<int64_t> number(const MpiCall &call, Role role);
  std::optional<unsigned> commOf(Value value) const;
  std::optional<unsigned> windowOf(Value value) const;
  Value newHandle(Handle handle);
  void give(Value pointer, int64_t bytes, Value what);
  /// What it points to was freed.
  void giveNull(const clang::Expr *handle, Value to);
  /// Bytes of that many elements, whose data are in one piece.
  std::optional<int64_t> bytesOf(const MpiCall &call, Role count, Role type);
  /// What is there then is not known; without a length: up to the end of the object.
  void brought(Value buffer, std::optional<int64_t> bytes = std::nullopt);
  bool complete(const MpiCall &call, CallEvent &event);
  void fillStatus(const MpiCall &call);
  void giveRequest(const MpiCall &call);
};

/// Those of the header that the file includes.
const Bindings &bindingsOf(const clang::ASTContext &context);

/// Whether the handle is that.
bool isConstant(Value handle, const Bindings::Constant &constant);

} // namespace fencepost::plugin::trial

#endif // FENCEPOST_CLANG_PLUGIN_TRIAL_PROCESS_H
